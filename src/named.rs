//! Macro for enums whose variants have names.

/// Declares an enum with a name for each variant, and gives it `ALL`, `name`, `from_name`
/// (upper or lower case) and `Display`.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $type:ident {
        $($(#[$doc:meta])* $variant:ident = $name:expr,)+
    }) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$doc])* $variant,)+
        }

        impl $type {
            /// All variants, in the order of declaration.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The name of the variant.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }

            /// The variant of this name, upper or lower case; `None` if no variant has it.
            pub fn from_name(name: &str) -> Option<$type> {
                let is_named = |one: &$type| one.name().eq_ignore_ascii_case(name);
                $type::ALL.into_iter().find(is_named)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
