//! Synthetic networks whose values a reference implementation gave for `data/nnue-*.tsv`.

use super::nets::{Net, Ranges, Set, Sizes};

impl Net {
    /// One of the networks that the `nnue-*.tsv` files belong to.
    pub fn golden(name: &str) -> Net {
        let classic = |set, l1, h1, w1| {
            let ranges = Ranges {
                transformer: [(0, 63), (-15, 15)],
                layers: [(2000, w1), (2000, 32), (2000, 64)],
            };
            Net::generate(20_261_121, set, Sizes::Classic { l1, h1, h2: 32 }, ranges)
        };
        match name {
            "kp256" => classic(Set::Kp, 256, 32, 8),
            "halfkp256" => classic(Set::HalfKp, 256, 32, 8),
            "halfkp512" => classic(Set::HalfKp, 512, 16, 8),
            "halfkp1024" => classic(Set::HalfKp, 1024, 8, 6),
            "halfkpvm256" => classic(Set::HalfKpVm, 256, 32, 8),
            "sfnn1536" => {
                let ranges = Ranges {
                    transformer: [(0, 40), (-12, 12)],
                    layers: [(2000, 12), (2000, 32), (2000, 64)],
                };
                let sizes = Sizes::Sfnn {
                    l1: 1536,
                    outputs: 16,
                    h1: 15,
                    h2: 32,
                    stacks: 9,
                };
                Net::generate(20_261_121, Set::HalfKaHm2, sizes, ranges)
            }
            other => panic!("no golden network {other}"),
        }
    }
}
