//! Columns of numbers. In the page they are typed arrays, copied out of the instance's memory,
//! since a view into it would detach when the memory grows; elsewhere they are lists.
//!
//! Each type has the name of its JavaScript twin, so that declarations name that.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::{Config, TS};

macro_rules! column {
    ($name:ident, $number:ty) => {
        #[doc = concat!("Crosses as a `", stringify!($name), "`.")]
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name(Vec<$number>);

        impl Deref for $name {
            type Target = Vec<$number>;

            fn deref(&self) -> &Vec<$number> {
                &self.0
            }
        }

        impl DerefMut for $name {
            fn deref_mut(&mut self) -> &mut Vec<$number> {
                &mut self.0
            }
        }

        impl From<Vec<$number>> for $name {
            fn from(values: Vec<$number>) -> Self {
                $name(values)
            }
        }

        impl FromIterator<$number> for $name {
            fn from_iter<I: IntoIterator<Item = $number>>(values: I) -> Self {
                $name(values.into_iter().collect())
            }
        }

        impl Serialize for $name {
            #[cfg(target_arch = "wasm32")]
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let array = js_sys::$name::from(self.0.as_slice());
                serde_wasm_bindgen::preserve::serialize(&array, serializer)
            }

            #[cfg(not(target_arch = "wasm32"))]
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            #[cfg(target_arch = "wasm32")]
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let array: js_sys::$name = serde_wasm_bindgen::preserve::deserialize(deserializer)?;
                Ok($name(array.to_vec()))
            }

            #[cfg(not(target_arch = "wasm32"))]
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Vec::deserialize(deserializer).map($name)
            }
        }

        impl TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                stringify!($name).to_string()
            }

            fn inline(config: &Config) -> String {
                Self::name(config)
            }
        }
    };
}

column!(Float64Array, f64);
column!(Uint32Array, u32);
column!(Uint16Array, u16);
column!(Uint8Array, u8);
