//! A load swept: throughput against latency, with the ceiling that the busiest resource sets and
//! the knee from which on more load buys waiting. Plain arithmetic on reports; it must not know how
//! runs at other loads are made.
//!
//! - The ceiling is the utilization law's: at the greatest load at which nothing is full, the
//!   busiest resource was busy for a share `u` at a rate `x`, and is full at `x / u`.
//! - The knee is where the two lines meet that bound every curve (P. Denning, J. Buzen, 1978):
//!   below it the rate is requests in flight over the latency without queues, above it the ceiling.
//!   So it lies at ceiling times that latency, in requests in flight.
//! - The best load has the greatest power, rate over latency (L. Kleinrock, 1979).

use serde::Serialize;
use serde_json::Value;
use text::say;
use ts_rs::TS;

/// One load.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct LoadPoint {
    /// In percent of the file's load.
    pub percent: u32,
    /// Answered requests per second, of all loads.
    pub qps: f64,
    /// Requests in flight, by Little's law: their rate times how long each takes.
    pub in_flight: f64,
    /// Mean time to the answer.
    pub mean_us: f64,
    /// Median.
    pub p50_us: f64,
    /// 99th percentile.
    pub p99_us: f64,
    /// Requests without an answer: they failed, or may have been done.
    pub unanswered: u64,
    /// Id of the busiest resource; none while nothing is used.
    pub resource: Option<String>,
    /// What it is.
    pub kind: Option<String>,
    /// Share of its time that it was busy.
    pub used: f64,
    /// Whether it is full.
    pub limits: bool,
    /// The rate at which it is full, by the utilization law.
    pub ceiling_qps: f64,
    /// Digest of the run.
    pub digest: String,
}

/// What the points tell together.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct LoadCurve {
    /// In the order of their loads.
    pub points: Vec<LoadPoint>,
    /// Which of them the ceiling is predicted from.
    pub predicted_from: Option<u32>,
    /// Requests per second that the busiest resource there allows.
    pub ceiling_qps: f64,
    /// Mean latency at the least load, nearly without queues.
    pub base_us: f64,
    /// Requests in flight at the knee.
    pub knee_in_flight: f64,
    /// The point with the greatest rate over latency.
    pub best: Option<u32>,
}

impl LoadPoint {
    /// From a run's part of a report; an error names what it lacks.
    pub fn of_run(percent: u32, run: &Value) -> Result<Self, String> {
        let lacks = |key: &str| say!("found a report without \"{key}\"", key);
        let number = |value: &Value, key: &str| value[key].as_f64().ok_or_else(|| lacks(key));
        let loads = run["workload"].as_object();
        let loads = loads.ok_or_else(|| lacks("workload"))?;
        let sum = |key: &str| -> f64 { loads.values().filter_map(|one| one[key].as_f64()).sum() };
        let latency = &run["latency"];
        let mean_us = number(latency, "mean_us")?;
        let limit = &run["bottleneck"];
        let word = |key: &str| limit[key].as_str().map(str::to_string);
        let qps = sum("qps");
        Ok(LoadPoint {
            percent,
            qps,
            in_flight: qps * mean_us / 1e6,
            mean_us,
            p50_us: number(latency, "p50_us")?,
            p99_us: number(latency, "p99_us")?,
            unanswered: (sum("failed") + sum("unknown")) as u64,
            resource: word("resource"),
            kind: word("kind"),
            used: limit["used"].as_f64().unwrap_or_default(),
            limits: limit["limits"].as_bool().unwrap_or_default(),
            ceiling_qps: limit["ceiling_qps"].as_f64().unwrap_or_default(),
            digest: run["digest"].as_str().unwrap_or_default().to_string(),
        })
    }

    /// From the text of a report of one run.
    pub fn of_report(percent: u32, report: &str) -> Result<Self, String> {
        let report: Value = serde_json::from_str(report).map_err(|error| error.to_string())?;
        let runs = report["variants"].as_object();
        let run = runs.and_then(|runs| runs.values().next());
        LoadPoint::of_run(
            percent,
            run.ok_or_else(|| say!("found a report without runs"))?,
        )
    }
}

/// The curve through points, in the order of their loads.
pub fn curve(points: Vec<LoadPoint>) -> LoadCurve {
    let answered = |point: &&LoadPoint| point.qps > 0.0;
    let base_us = points.iter().find(answered).map_or(0.0, |one| one.mean_us);
    let not_full = points.iter().rposition(|one| !one.limits && one.used > 0.0);
    let used = || points.iter().position(|one| one.used > 0.0);
    let predicted_from = not_full.or_else(used);
    let ceiling_qps = predicted_from.map_or(0.0, |place| points[place].ceiling_qps);
    let power = |point: &LoadPoint| {
        if point.mean_us > 0.0 {
            point.qps / point.mean_us
        } else {
            0.0
        }
    };
    let best = (0..points.len()).reduce(|best, place| {
        if power(&points[place]) > power(&points[best]) {
            place
        } else {
            best
        }
    });
    LoadCurve {
        points,
        predicted_from: predicted_from.map(|place| place as u32),
        ceiling_qps,
        base_us,
        knee_in_flight: ceiling_qps * base_us / 1e6,
        best: best.map(|place| place as u32),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A server of 1,000 a second that takes 1 ms, as M/M/1 has it.
    fn at(percent: u32) -> LoadPoint {
        let used = (f64::from(percent) / 100.0).min(0.999);
        let qps = used * 1_000.0;
        let mean_us = 1_000.0 / (1.0 - used);
        let run = json!({
            "digest": "0123456789abcdef",
            "workload": {"reads": {"qps": qps, "failed": 1, "unknown": 0}},
            "latency": {"mean_us": mean_us, "p50_us": mean_us, "p99_us": 4.6 * mean_us},
            "bottleneck": {"resource": "s1", "kind": "store-cores", "used": used,
                "limits": used >= 0.9, "ceiling_qps": qps / used},
        });
        LoadPoint::of_run(percent, &run).expect("it is whole")
    }

    #[test]
    fn the_ceiling_comes_from_the_greatest_load_at_which_nothing_is_full() {
        let found = curve(vec![at(10), at(50), at(80), at(95), at(200)]);
        assert_eq!(found.predicted_from, Some(2));
        assert!((found.ceiling_qps - 1_000.0).abs() < 1e-6);
    }

    #[test]
    fn the_knee_lies_where_the_two_bounds_meet() {
        let found = curve(vec![at(10), at(50), at(80)]);
        assert!((found.base_us - 1_111.0).abs() < 1.0);
        assert!((found.knee_in_flight - 1.111).abs() < 0.001);
        // Rate over latency is u (1 - u): greatest at one half.
        assert_eq!(found.best, Some(1));
    }

    #[test]
    fn littles_law_holds_of_each_point() {
        let point = at(50);
        assert!((point.in_flight - 1.0).abs() < 1e-9);
        assert_eq!((point.unanswered, point.limits), (1, false));
    }

    #[test]
    fn nothing_answered_is_no_curve() {
        let found = curve(Vec::new());
        assert_eq!((found.predicted_from, found.best), (None, None));
        assert!(LoadPoint::of_run(10, &json!({})).is_err());
        assert!(LoadPoint::of_report(10, "{}").is_err());
    }
}
