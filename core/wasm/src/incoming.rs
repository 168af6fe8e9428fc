//! What the page asks for, read from its objects.
//!
//! By hand and not by serde: three small shapes come in, and the readers that serde derives for
//! them, with the words for everything that JavaScript can hold, weigh more than all of this.

use js_sys::{Error, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::dto::{FrameRequest, Target};
use crate::into_error;

/// The numbers that JavaScript has exactly.
pub(crate) const WHOLE_MAX: f64 = 9_007_199_254_740_991.0;

/// Reads what a frame is asked for.
pub(crate) fn frame_request(value: &JsValue) -> Result<FrameRequest, Error> {
    Ok(FrameRequest {
        range: index(value, "range")?,
        notable_after: number(value, "notable_after")?,
        series_after: number(value, "series_after")?,
        shape: field(value, "shape")?.as_f64().unwrap_or(0.0),
        faults: field(value, "faults")?.as_f64().unwrap_or(0.0),
    })
}

/// Reads which thing is inspected: an object with one key.
pub(crate) fn target(value: &JsValue) -> Result<Target, Error> {
    let Some(object) = value.dyn_ref::<Object>() else {
        return Err(into_error("expected a target"));
    };
    let key = Object::keys(object).get(0).as_string().unwrap_or_default();
    let inner = field(value, &key)?;
    match key.as_str() {
        "message" => Ok(Target::Message(whole(value, "message")?)),
        "node" => Ok(Target::Node(index(value, "node")?)),
        "replica" => Ok(Target::Replica {
            range: index(&inner, "range")?,
            node: index(&inner, "node")?,
        }),
        "link" => Ok(Target::Link {
            from: index(&inner, "from")?,
            to: index(&inner, "to")?,
        }),
        "request" => Ok(Target::Request(whole(value, "request")?)),
        "range" => Ok(Target::Range(index(value, "range")?)),
        "entry" => Ok(Target::Entry {
            range: index(&inner, "range")?,
            index: whole(&inner, "index")?,
        }),
        "event" => Ok(Target::Event(whole(value, "event")?)),
        other => Err(into_error(format!("found {other:?}, expected a target"))),
    }
}

/// The value of a key; `undefined` if there is none.
fn field(value: &JsValue, key: &str) -> Result<JsValue, Error> {
    Reflect::get(value, &JsValue::from_str(key)).map_err(Error::from)
}

/// A whole number, 0 or more.
fn whole(value: &JsValue, key: &str) -> Result<u64, Error> {
    let found = number(value, key)?;
    if (0.0..=WHOLE_MAX).contains(&found) && found.fract() == 0.0 {
        return Ok(found as u64);
    }
    Err(into_error(format!(
        "{key}: expected a whole number, 0 or more"
    )))
}

fn index(value: &JsValue, key: &str) -> Result<u32, Error> {
    let found = whole(value, key)?;
    u32::try_from(found).map_err(|_| into_error(format!("{key}: expected less than 2^32")))
}

fn number(value: &JsValue, key: &str) -> Result<f64, Error> {
    let found = field(value, key)?.as_f64();
    found.ok_or_else(|| into_error(format!("{key}: expected a number")))
}
