//! Columns of numbers that cross as typed arrays. They copy out of the instance's memory, since a
//! view into it would detach when the memory grows.
//!
//! Each type has the name of its JavaScript twin, so that the generated declarations name that.

use serde::{Serialize, Serializer};

macro_rules! column {
    ($name:ident, $number:ty) => {
        #[doc = concat!("Crosses as a `", stringify!($name), "`.")]
        #[derive(Clone, Debug, Default)]
        pub struct $name(pub Vec<$number>);

        impl From<Vec<$number>> for $name {
            fn from(values: Vec<$number>) -> Self {
                $name(values)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let array = js_sys::$name::from(self.0.as_slice());
                serde_wasm_bindgen::preserve::serialize(&array, serializer)
            }
        }
    };
}

column!(Float64Array, f64);
column!(Uint32Array, u32);
column!(Uint16Array, u16);
column!(Uint8Array, u8);
