//! Campaigns for Python: what a seed comes to, and a campaign that is told and kept.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use experiments::campaign::{Chunk, InOrder, Kept, Terms, parse_seeds};
use experiments::folder::{CampaignFolder, read_campaign};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::apart::{Now, apart, bad_input, trouble};

/// A campaign that can be run.
#[pyclass(frozen)]
pub(crate) struct Campaign {
    campaign: experiments::campaign::Campaign,
}

#[pymethods]
impl Campaign {
    /// Reads and checks a scenario file and the terms, in the words of the command line.
    #[staticmethod]
    #[pyo3(signature = (
        path, *, variant, faults, with_, mode, drift_beyond, search_steps, shrink_tries
    ))]
    #[expect(clippy::too_many_arguments, reason = "Python calls them by name")]
    fn read(
        path: PathBuf,
        variant: Option<String>,
        faults: String,
        with_: String,
        mode: Option<String>,
        drift_beyond: bool,
        search_steps: u64,
        shrink_tries: Option<u32>,
    ) -> PyResult<Self> {
        let terms = Terms {
            variant,
            faults,
            with: with_,
            mode,
            drift_beyond,
            same_log: false,
            search_steps,
            shrink_tries,
        };
        let campaign = read_campaign(&path, terms).map_err(bad_input)?;
        Ok(Campaign { campaign })
    }

    /// What another process read and checked, by its text.
    #[staticmethod]
    fn handed_over(text: &str) -> PyResult<Self> {
        let campaign = experiments::campaign::Campaign::handed_over(text);
        let campaign = campaign.map_err(PyValueError::new_err)?;
        Ok(Campaign { campaign })
    }

    /// As it is handed over.
    fn text(&self) -> String {
        self.campaign.hand_over()
    }

    /// Runs neighbouring seeds, up to the first that does not hold unless it shall go on, and gives
    /// what came of them as a line.
    fn run(&self, py: Python<'_>, from: u64, until: u64, keep_going: bool) -> PyResult<String> {
        let campaign = &self.campaign;
        let words = |seed: u64| format!("replay: {}", campaign.replay(seed));
        let work = |now: &Now| {
            let at = |seed| now.at(seed);
            campaign.run(from..until, keep_going, at).line()
        };
        apart(py, work, words)
    }
}

/// A campaign under way: what is known of it, told in the order of its seeds.
#[pyclass(frozen)]
pub(crate) struct CampaignRun {
    under_way: Mutex<UnderWay>,
}

struct UnderWay {
    order: InOrder,
    folder: Option<CampaignFolder>,
}

impl CampaignRun {
    fn held(&self) -> MutexGuard<'_, UnderWay> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl CampaignRun {
    /// Seeds as the command line takes them; with a folder what is known there counts.
    #[new]
    fn new(
        campaign: &Campaign,
        seeds: &str,
        keep_going: bool,
        out: Option<PathBuf>,
        page: String,
    ) -> PyResult<Self> {
        let seeds = parse_seeds(seeds).map_err(PyValueError::new_err)?;
        let campaign = campaign.campaign.clone();
        let begun = out
            .as_deref()
            .map(|path| CampaignFolder::begin(path, &campaign));
        let (folder, known) = begun.transpose().map_err(trouble)?.unzip();
        let kept = out.map(|folder| Kept { folder, page });
        let known = known.unwrap_or_default();
        let order = InOrder::new(campaign, seeds, known, keep_going, kept);
        let under_way = UnderWay { order, folder };
        Ok(CampaignRun {
            under_way: Mutex::new(under_way),
        })
    }

    /// The seeds that were still to be run as it began, from and until.
    fn missing(&self) -> Vec<(u64, u64)> {
        let under_way = self.held();
        let missing = under_way.order.missing().iter();
        missing.map(|seeds| (seeds.start, seeds.end)).collect()
    }

    /// Keeps what came of some seeds.
    fn add(&self, line: &str) -> PyResult<()> {
        let chunk = Chunk::parse(line).map_err(PyValueError::new_err)?;
        let mut under_way = self.held();
        if let Some(folder) = &under_way.folder {
            folder.add(&chunk).map_err(trouble)?;
        }
        under_way.order.take(chunk);
        Ok(())
    }

    /// The lines whose turn it is.
    fn lines(&self) -> Vec<String> {
        self.held().order.lines()
    }

    /// Whether a seed did not hold and nothing shall be run after it.
    #[getter]
    fn is_stopped(&self) -> bool {
        self.held().order.telling().is_stopped()
    }

    /// The last lines, and whether all held.
    fn conclude(&self) -> (Vec<String>, bool) {
        self.held().order.conclude()
    }
}
