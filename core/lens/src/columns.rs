//! What the engine recorded, read from the columns in which it crosses.

use js_sys::{Error, Float64Array, Reflect, Uint8Array, Uint16Array, Uint32Array};
use record::Row;
use record::columns::Columns;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::into_error;

/// The engine's `TraceColumns`, as far as they are read here.
#[wasm_bindgen(typescript_custom_section)]
const RECORDED: &str = r"
/** What the engine recorded: its `TraceColumns`. */
export interface Recorded {
    event: Float64Array;
    cause: Float64Array;
    at_us: Float64Array;
    what: Uint8Array;
    flags: Uint32Array;
    node: Uint16Array;
    other: Uint16Array;
    range: Uint32Array;
    flight: Float64Array;
    request: Float64Array;
    a: Float64Array;
    b: Float64Array;
    c: Float64Array;
    d: Float64Array;
    e: Float64Array;
    f: Float64Array;
}
";

#[wasm_bindgen]
extern "C" {
    /// Columns of rows.
    #[wasm_bindgen(typescript_type = "Recorded")]
    pub type Recorded;
}

/// The rows of columns. An `Error` says which column is missing or that no row is like that.
pub(crate) fn rows(recorded: &Recorded) -> Result<Vec<Row>, Error> {
    let value: &JsValue = recorded.as_ref();
    let floats = |key: &str| Ok::<_, Error>(column::<Float64Array>(value, key)?.to_vec());
    let columns = Columns {
        event: floats("event")?,
        cause: floats("cause")?,
        at_us: floats("at_us")?,
        what: column::<Uint8Array>(value, "what")?.to_vec(),
        flags: column::<Uint32Array>(value, "flags")?.to_vec(),
        node: column::<Uint16Array>(value, "node")?.to_vec(),
        other: column::<Uint16Array>(value, "other")?.to_vec(),
        range: column::<Uint32Array>(value, "range")?.to_vec(),
        flight: floats("flight")?,
        request: floats("request")?,
        numbers: [
            floats("a")?,
            floats("b")?,
            floats("c")?,
            floats("d")?,
            floats("e")?,
            floats("f")?,
        ],
    };
    let rows = columns.rows();
    rows.ok_or_else(|| into_error("the columns differ in length or hold what no row has"))
}

fn column<T: JsCast>(value: &JsValue, key: &str) -> Result<T, Error> {
    let found = Reflect::get(value, &JsValue::from_str(key)).map_err(Error::from)?;
    found
        .dyn_into::<T>()
        .map_err(|_| into_error(format!("{key}: expected a typed array")))
}
