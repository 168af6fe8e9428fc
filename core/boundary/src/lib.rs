//! How plain data crosses to the page: columns of numbers as typed arrays, and declarations of the
//! types in TypeScript. It must not know any type that crosses.

mod columns;
mod declarations;

pub use columns::{Float64Array, Uint8Array, Uint16Array, Uint32Array};
pub use declarations::Declarations;
