//! Kernels: the instruction sets that can run a network, and their detection.

use crate::named;

named! {
    /// An instruction set that can run networks. All kernels give the same values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Kernel {
        /// Plain code for any CPU.
        Scalar = "scalar",
        /// x86-64 with SSE4.1.
        Sse41 = "SSE4.1",
        /// x86-64 with AVX2.
        Avx2 = "AVX2",
        /// x86-64 with AVX2 and AVX-VNNI.
        AvxVnni = "AVX-VNNI",
        /// x86-64 with AVX-512 F and BW.
        Avx512 = "AVX-512",
        /// x86-64 with AVX-512 F, BW and VNNI.
        Avx512Vnni = "AVX-512 VNNI",
        /// 64-bit ARM.
        Neon = "NEON",
        /// WebAssembly with its 128-bit instructions.
        Simd128 = "SIMD128",
    }
}

impl Kernel {
    /// Whether this CPU can run the kernel.
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Sse41 => is_x86_feature_detected!("sse4.1"),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Kernel::AvxVnni => {
                is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni")
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                // Arithmetic on 16-bit lanes needs AVX-512BW.
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512Vnni => {
                Kernel::Avx512.is_available() && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => true,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => true,
            #[allow(unreachable_patterns, reason = "kernels of other CPUs")]
            _ => false,
        }
    }

    /// The fastest kernel that this CPU can run. Builds with `narrow_kernel` use none above SSE4.1,
    /// for comparisons with machines without wider registers (`scripts/check web`).
    pub fn best() -> Kernel {
        let wide = [
            Kernel::Avx2,
            Kernel::AvxVnni,
            Kernel::Avx512,
            Kernel::Avx512Vnni,
        ];
        let mut kernels = Kernel::ALL.into_iter().rev();
        kernels
            .find(|kernel| kernel.is_available() && !(cfg!(narrow_kernel) && wide.contains(kernel)))
            .unwrap_or(Kernel::Scalar)
    }
}
