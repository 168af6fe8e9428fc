//! The folder of a campaign: what it is of, which seeds are done and what came of them, a line for
//! neighbours, and a scenario file for each seed that did not hold and could be shrunk.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::campaign::{Campaign, Chunk, Terms, Unfit};
use serde_json::json;

use crate::folder::given::SCENARIO;
use crate::folder::held::{Held, Trouble, bad};
use crate::folder::input::{BadInput, named, read_text};
use crate::folder::spot::lines_of;

const CAMPAIGN: &str = "campaign.json";
/// A line for neighbouring seeds that are done.
const DONE: &str = "done.jsonl";
/// What is said where another campaign is.
const OTHER: &str = "found another campaign or scenario than this one's, expected the same, \
                     or a new folder";

/// The campaign of these terms over a scenario file.
pub fn read_campaign(path: &Path, terms: Terms) -> Result<Campaign, BadInput> {
    let (file, text) = (named(path), read_text(path)?);
    Campaign::new(file.clone(), text.clone(), terms).map_err(|unfit| match unfit {
        Unfit::Scenario(error) => BadInput(lines_of(&file, &text, &error)),
        Unfit::Terms(text) => BadInput(text),
    })
}

/// The folder of a campaign.
pub struct CampaignFolder {
    held: Held,
    done: RefCell<File>,
    done_path: PathBuf,
}

impl CampaignFolder {
    /// The folder for a campaign that begins or goes on, and what is known of its seeds. One of
    /// another campaign is refused; more seeds of the same are not.
    pub fn begin(path: &Path, campaign: &Campaign) -> Result<(Self, Vec<Chunk>), Trouble> {
        let held = Held::hold(path, "a campaign")?;
        let what = json!({ "format": "raft-atlas-campaign/1", "terms": campaign.terms() });
        held.claim(SCENARIO, campaign.text(), OTHER)?;
        held.claim(CAMPAIGN, &format!("{what:#}\n"), OTHER)?;
        held.tidy("")?;
        let done_path = path.join(DONE);
        let known = known(&done_path)?;
        let done = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&done_path);
        let done = done.map_err(|error| Trouble::Unwritten(done_path.clone(), error))?;
        let folder = CampaignFolder {
            held,
            done: RefCell::new(done),
            done_path,
        };
        Ok((folder, known))
    }

    /// Keeps what came of some seeds.
    pub fn add(&self, chunk: &Chunk) -> Result<(), Trouble> {
        for (name, text) in chunk.broken.iter().filter_map(|broken| broken.file()) {
            self.held
                .put(&name, |file| file.write_all(text.as_bytes()))?;
        }
        // Its line comes last, and whole or not at all: where it stands, the files do.
        let line = chunk.line() + "\n";
        let written = self.done.borrow_mut().write_all(line.as_bytes());
        written.map_err(|error| Trouble::Unwritten(self.done_path.clone(), error))
    }
}

/// What is known of seeds. The end of a line that a killed process did not finish is cut off.
fn known(path: &Path) -> Result<Vec<Chunk>, Trouble> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(bad(path, &format!("cannot be read: {error}"))),
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        let file = OpenOptions::new().write(true).open(path);
        let cut = file.and_then(|file| file.set_len(whole as u64));
        cut.map_err(|error| Trouble::Unwritten(path.to_path_buf(), error))?;
    }
    let chunk = |(at, line): (usize, &str)| {
        let wrong = |error| bad(path, &format!("line {}: {error}", at + 1));
        Chunk::parse(line).map_err(wrong)
    };
    text[..whole].lines().enumerate().map(chunk).collect()
}
