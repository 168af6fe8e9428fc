//! `raft-atlas sweep report`: what the rows of a sweep's folder say, point by point.

use std::fmt::Write;
use std::path::PathBuf;

use experiments::folder::{SweepFolder, digest_of};
use experiments::sweep::schema::Aim;
use experiments::sweep::{Figure, Plan, Point, Spread, points};
use serde_json::{Value, json};

use crate::exit::EXIT_OK;
use crate::input::local_path;
use crate::out::{self, Stop, say};
use crate::table::{bytes, millis};
use crate::words::{aligned, shell_word};

/// Points that are printed unless all are asked for.
const SHOWN_MAX: usize = 100;

/// Options of `sweep report`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder that `sweep --out` was given.
    #[arg(value_parser = local_path())]
    dir: PathBuf,
    /// Prints every point, however many there are.
    #[arg(long)]
    all: bool,
    /// Prints the points as JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Prints what the rows say.
pub(crate) fn report(args: &Args) -> Result<u8, Stop> {
    let (folder, given) = SweepFolder::open(&args.dir)?;
    let plan = &given.plan;
    let figures = plan.figures();
    let mut names = vec!["point", "seed", "digest", "kept", "verdict"];
    names.extend(figures.iter().map(|figure| figure.path.as_str()));
    let table = folder.columns(plan, &names)?;
    let points = points(plan, &table);
    let told = Told {
        plan,
        figures: &figures,
        points: &points,
        runs: table.rows() as u64,
        digest: digest_of(&table),
    };
    if args.json {
        say!("{:#}", told.json())?;
    } else {
        let scenario = folder.scenario_path().display().to_string();
        out::print(format_args!("{}", told.text(args.all, &scenario)))?;
    }
    Ok(EXIT_OK)
}

/// What there is to tell.
struct Told<'a> {
    plan: &'a Plan,
    figures: &'a [Figure],
    points: &'a [Point],
    runs: u64,
    digest: String,
}

impl Told<'_> {
    fn json(&self) -> Value {
        let spread = |spread: &Option<Spread>| {
            spread.map(|Spread { median, worst }| json!({ "median": median, "worst": worst }))
        };
        let point = |point: &Point| {
            let paths = self.figures.iter().map(|figure| figure.path.clone());
            let spreads = point.spreads.iter().map(|one| json!(spread(one)));
            let axes = self.plan.axes().map(|(name, _)| name.to_string());
            let values = self.plan.values(point.point).into_iter().map(Value::from);
            json!({
                "point": point.point,
                "axes": axes.zip(values).collect::<serde_json::Map<_, _>>(),
                "runs": point.runs,
                "kept": point.kept,
                "broken": point.broken,
                "keeps_limits": point.keeps,
                "best": point.is_best,
                "figures": paths.zip(spreads).collect::<serde_json::Map<_, _>>(),
            })
        };
        json!({
            "format": "raft-atlas-sweep-report/1",
            "title": self.plan.sweep().title,
            "runs": self.runs,
            "runs_in_all": self.plan.runs(),
            "digest": self.digest,
            "circumstances": self.plan.circumstances().collect::<Vec<_>>(),
            "points": self.points.iter().map(point).collect::<Vec<_>>(),
        })
    }

    fn text(&self, all: bool, scenario: &str) -> String {
        let mut text = format!("{}\n", self.plan.sweep().title);
        let (runs, of) = (self.runs, self.plan.runs());
        let missing = if runs < of {
            "; the others are still to be run"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "{runs} of {of} runs: {} points, {} seeds each{missing}; digest of all: {}\n",
            self.plan.points(),
            self.plan.seeds().len(),
            self.digest
        );
        for (figure, head) in self.figures.iter().zip(self.heads()) {
            let aim = match (figure.is_objective, figure.aim) {
                (true, Aim::Minimize) => "the less the better",
                (true, Aim::Maximize) => "the more the better",
                (false, _) => "limited",
            };
            let _ = writeln!(text, "  {head}: {}, {aim}", figure.path);
        }
        let shown = self.shown(all);
        text.push_str(&aligned(&self.lines(&shown)));
        let left = self.points.len() - shown.len();
        if left > 0 {
            let _ = writeln!(text, "… and {left} points more: --all prints them");
        }
        self.summed_up(&mut text, scenario);
        text
    }

    /// All points, or the best and then the first others.
    fn shown(&self, all: bool) -> Vec<&Point> {
        let mut shown: Vec<&Point> = self.points.iter().collect();
        if !all && shown.len() > SHOWN_MAX {
            shown.sort_by_key(|point| (!point.is_best, !point.keeps, point.point));
            shown.truncate(SHOWN_MAX);
            shown.sort_by_key(|point| point.point);
        }
        shown
    }

    /// A figure's path is long: its last two steps head a column.
    fn heads(&self) -> Vec<String> {
        let head = |figure: &Figure| {
            let steps: Vec<&str> = figure.path.split('.').collect();
            steps[steps.len().saturating_sub(2)..].join(".")
        };
        self.figures.iter().map(head).collect()
    }

    fn lines(&self, shown: &[&Point]) -> Vec<Vec<String>> {
        let mut head = vec!["point".to_string()];
        head.extend(self.plan.axes().map(|(name, _)| name.to_string()));
        for name in self.heads() {
            head.push(name);
            if self.plan.seeds().len() > 1 {
                head.push("worst".to_string());
            }
        }
        head.extend(["kept".to_string(), String::new()]);
        let line = |point: &&Point| {
            let mut line = vec![point.point.to_string()];
            line.extend(self.plan.values(point.point));
            for (figure, spread) in self.figures.iter().zip(&point.spreads) {
                let shown = |value: Option<f64>| {
                    value.map_or("-".to_string(), |value| figure_words(&figure.path, value))
                };
                line.push(shown(spread.map(|spread| spread.median)));
                if self.plan.seeds().len() > 1 {
                    line.push(shown(spread.map(|spread| spread.worst)));
                }
            }
            line.push(format!("{}/{}", point.kept, point.runs));
            line.push(mark(point).to_string());
            line
        };
        let mut lines = vec![head];
        lines.extend(shown.iter().map(line));
        lines
    }

    fn summed_up(&self, text: &mut String, scenario: &str) {
        let count = |is_it: &dyn Fn(&&Point) -> bool| self.points.iter().filter(is_it).count();
        let keeping = count(&|point| point.keeps);
        let broken = count(&|point| point.broken > 0);
        let best = count(&|point| point.is_best);
        let of = self.points.len();
        let _ = writeln!(
            text,
            "\n{keeping} of {of} points keep every limit with every seed."
        );
        if broken > 0 {
            let _ = writeln!(text, "At {broken} points a check is violated.");
        }
        let met: Vec<&str> = self.plan.circumstances().collect();
        if self.figures.iter().any(|figure| figure.is_objective) {
            let alike = match met.as_slice() {
                [] => String::new(),
                names => format!(" with the same {}", names.join(", ")),
            };
            let _ = writeln!(text, "{best} of these no other{alike} is better than (<):");
        }
        for (values, points) in self.best_by_circumstances() {
            if !met.is_empty() {
                let said = met.iter().zip(values);
                let said: Vec<String> = said.map(|(name, is)| format!("{name}={is}")).collect();
                let _ = writeln!(text, "  with {}:", said.join(", "));
            }
            for point in points {
                let label = self.plan.label(point.point);
                let again = self.again(point, scenario);
                let _ = writeln!(text, "  point {}: {label}\n    {again}", point.point);
            }
        }
    }

    /// The best points of each circumstances, in the order in which these first come.
    fn best_by_circumstances(&self) -> Vec<(Vec<String>, Vec<&Point>)> {
        let mut groups: Vec<(Vec<String>, Vec<&Point>)> = Vec::new();
        for point in self.points.iter().filter(|point| point.is_best) {
            let met = self.plan.met(point.point);
            match groups.iter_mut().find(|(known, _)| *known == met) {
                Some((_, points)) => points.push(point),
                None => groups.push((met, vec![point])),
            }
        }
        groups
    }

    /// The command that runs a point again, with the first of its seeds.
    fn again(&self, point: &Point, scenario: &str) -> String {
        let (set, variant) = self.plan.settings(point.point);
        let set = set.iter().map(|set| format!(" --set {}", shell_word(set)));
        let set: String = set.collect();
        let variant = variant.map(|id| format!(" --variant {}", shell_word(&id)));
        let variant = variant.unwrap_or_default();
        let seed = self.plan.seeds()[0];
        let scenario = shell_word(scenario);
        format!("raft-atlas run {scenario}{variant} --seed {seed}{set}")
    }
}

fn mark(point: &Point) -> &'static str {
    match point {
        Point { is_best: true, .. } => "<",
        Point { broken, .. } if *broken > 0 => "broken",
        Point { keeps: false, .. } => "limits",
        Point { .. } => "",
    }
}

/// A figure in the unit that its name tells.
fn figure_words(path: &str, value: f64) -> String {
    let is_money =
        path.starts_with("usd") || (path.starts_with("money.") && path != "money.writes");
    if path.ends_with("_us") {
        return format!("{} ms", millis(value as u64));
    }
    if path.starts_with("bytes.") || path.starts_with("wire.") {
        return bytes(value as u64);
    }
    if is_money && value.abs() < 1.0 {
        return format!("{value:.6} USD");
    }
    if is_money || value.fract() != 0.0 {
        let unit = if is_money { " USD" } else { "" };
        return format!("{value:.2}{unit}");
    }
    value.to_string()
}
