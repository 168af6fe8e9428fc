//! The address that opens a run in the page, at an instant: `#2` and what a share of the page says,
//! JSON that is deflated and written in letters that every program leaves alone. It must not know
//! why somebody looks there.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::json;

/// Longer than this some programs cut it, and the page gives out none.
pub(crate) const LENGTH_MAX: usize = 8_000;

/// A scenario file, by its text, at an instant; `page` is where the page is. `None` where no link
/// holds it.
pub(crate) fn page_link(page: &str, name: &str, text: &str, at_us: u64) -> Option<String> {
    let scenario = json!({ "kind": "file", "name": name, "text": text });
    let share = json!({ "scenario": scenario, "at_us": at_us });
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed
        .write_all(share.to_string().as_bytes())
        .expect("memory takes it");
    let packed = packed.finish().expect("memory takes it");
    let link = format!("{page}#2{}", URL_SAFE_NO_PAD.encode(packed));
    (link.len() <= LENGTH_MAX).then_some(link)
}
