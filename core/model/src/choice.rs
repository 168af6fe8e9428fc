//! Choices among words. What is said of a value stands beside it: what files and reports call it,
//! what it means, what the page calls it. It must not know what comes of a choice.

/// A choice among words.
pub trait Choice: Copy + PartialEq + 'static {
    /// What schemas call it.
    const NAME: &'static str;
    /// What is chosen, in lines.
    const WHAT: &'static str;
    /// Its values, in the order of their numbers, in which errors list them too.
    const VALUES: &'static [Named<Self>];
}

/// A value of a choice, and what is said of it.
#[derive(Copy, Clone, Debug)]
pub struct Named<T> {
    /// The value.
    pub value: T,
    /// What files and reports call it.
    pub id: &'static str,
    /// What it means, in lines.
    pub what: &'static str,
    /// What the page calls it.
    pub label: &'static str,
}

/// Declares a choice: each value with what it means, its id, and what the page calls it where that
/// is something else. Digests and records hold the numbers of values: new ones come last.
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $doc:literal])+
        pub enum $name:ident {
            $($(#[doc = $what:literal])+ $value:ident = $id:literal $(, $label:literal)?;)+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(
            Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, ::serde::Serialize, ::ts_rs::TS,
        )]
        #[repr(u8)]
        pub enum $name { $($(#[doc = $what])+ #[serde(rename = $id)] $value,)+ }

        impl $name {
            /// Every value, in the order of their numbers.
            pub const ALL: [Self; [$($id),+].len()] = [$(Self::$value),+];
            /// What files and reports call them.
            pub const IDS: [&'static str; Self::ALL.len()] = [$($id),+];

            /// What files and reports call it.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$value => $id,)+ }
            }

            /// The value of this id.
            pub fn parse(id: &str) -> Option<Self> {
                match id {
                    $($id => Some(Self::$value),)+
                    _ => None,
                }
            }

            /// What the page calls it.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$value => $crate::choice!(@label $id $($label)?),)+ }
            }
        }

        impl $crate::choice::Choice for $name {
            const NAME: &'static str = stringify!($name);
            const WHAT: &'static str = concat!($($doc, "\n"),+);
            const VALUES: &'static [$crate::choice::Named<Self>] = &[
                $($crate::choice::Named {
                    value: Self::$value,
                    id: $id,
                    what: concat!($($what, "\n"),+),
                    label: $crate::choice!(@label $id $($label)?),
                }),+
            ];
        }
    };
    (@label $id:literal) => {
        $id
    };
    (@label $id:literal $label:literal) => {
        $label
    };
}

/// Declares kinds that have a number in records and no word of their own, and all of them in the
/// order of their numbers: new ones come last.
#[macro_export]
macro_rules! kinds {
    ($(#[$of:meta])+ pub enum $name:ident { $($(#[$what:meta])+ $kind:ident,)+ }) => {
        $(#[$of])+
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name { $($(#[$what])+ $kind,)+ }

        impl $name {
            /// Every kind, in the order of their numbers.
            pub const ALL: [Self; [$(stringify!($kind)),+].len()] = [$(Self::$kind),+];
        }
    };
}
