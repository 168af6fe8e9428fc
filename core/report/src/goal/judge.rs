//! How goals stand, by the reports of runs.

use crate::goal::check::tells_instants;
use crate::goal::{Goal, Judged, Not, Reports, Standing};
use crate::goal::{bound, happening, words};

/// Judges a goal.
pub fn judge(goal: &Goal, reports: &Reports<'_>) -> Judged {
    let mut judged = judge_since(goal, reports, None);
    if judged.is_met() {
        judged.end_so_far();
    }
    judged
}

/// Judges a goal by what happened after an instant.
fn judge_since(goal: &Goal, reports: &Reports<'_>, since_us: Option<u64>) -> Judged {
    match goal {
        Goal::Figure(figure) => {
            let looked = bound::look(figure, reports);
            Judged {
                standing: looked.standing,
                text: words::asked(goal),
                found: looked.found(),
                begun: looked.standing.holds(),
                at_us: looked.at_us,
                parts: Vec::new(),
            }
        }
        Goal::Happening(asked) => {
            let began_us = happening::began_us(asked, reports, since_us);
            let then = began_us.zip(asked.then.as_deref());
            let then = then.map(|(began_us, then)| judge_since(then, reports, Some(began_us)));
            happening::judge(goal, (asked, then), reports, since_us)
        }
        Goal::All(all) => {
            let parts = judge_parts(&all.all, reports, since_us);
            let standing = Standing::all(parts.iter().map(|part| part.standing));
            let at_us = match standing {
                Standing::Broken => first_of(&parts, Standing::Broken),
                Standing::Undecided | Standing::NotYet | Standing::SoFar | Standing::Met => {
                    last_of(&parts)
                }
            };
            several(goal, standing, at_us, parts)
        }
        Goal::Any(any) => {
            let parts = judge_parts(&any.any, reports, since_us);
            let standing = Standing::any(parts.iter().map(|part| part.standing));
            let at_us = match standing {
                Standing::Broken => last_of(&parts),
                Standing::Undecided | Standing::NotYet | Standing::SoFar | Standing::Met => {
                    first_of(&parts, standing)
                }
            };
            several(goal, standing, at_us, parts)
        }
        Goal::Not(not) => judge_not(goal, not, reports, since_us),
    }
}

fn judge_not(goal: &Goal, not: &Not, reports: &Reports<'_>, since_us: Option<u64>) -> Judged {
    let (standing, at_us, found) = match &*not.not {
        Goal::Figure(figure) => {
            let looked = bound::look_not(figure, reports);
            (looked.standing, looked.at_us, looked.found())
        }
        Goal::Happening(asked) if asked.then.is_none() => {
            happening::judge_not(asked, reports, since_us)
        }
        inner => {
            let judged = judge_since(inner, reports, since_us);
            // What has happened stays so; what stands may change.
            let is_final = tells_instants(inner);
            let standing = match judged.standing {
                Standing::Met | Standing::SoFar if is_final => Standing::Broken,
                Standing::Met | Standing::SoFar => Standing::NotYet,
                Standing::Broken => Standing::Met,
                Standing::NotYet | Standing::Undecided => Standing::SoFar,
            };
            let at_us = (standing == Standing::Broken).then_some(judged.at_us);
            (standing, at_us.flatten(), judged.found)
        }
    };
    // What has not happened yet never had.
    let never = standing == Standing::SoFar && tells_instants(&not.not);
    Judged {
        standing,
        text: words::asked(goal),
        found,
        begun: standing.holds(),
        at_us: if never { Some(0) } else { at_us },
        parts: Vec::new(),
    }
}

fn judge_parts(goals: &[Goal], reports: &Reports<'_>, since_us: Option<u64>) -> Vec<Judged> {
    let parts = goals.iter();
    parts
        .map(|goal| judge_since(goal, reports, since_us))
        .collect()
}

/// The last instant of all, when each has one.
fn last_of(parts: &[Judged]) -> Option<u64> {
    let instants: Option<Vec<u64>> = parts.iter().map(|part| part.at_us).collect();
    instants.and_then(|instants| instants.into_iter().max())
}

/// The first instant of those that stand like this.
fn first_of(parts: &[Judged], standing: Standing) -> Option<u64> {
    let parts = parts.iter().filter(|part| part.standing == standing);
    parts.filter_map(|part| part.at_us).min()
}

fn several(goal: &Goal, standing: Standing, at_us: Option<u64>, parts: Vec<Judged>) -> Judged {
    let is_told = standing.holds() || standing == Standing::Broken;
    let is_any = matches!(goal, Goal::Any(_)) && standing.holds();
    let told = parts.iter().filter(|part| !is_any || part.holds());
    Judged {
        standing,
        text: words::asked(goal),
        found: words::joined(told),
        begun: parts.iter().any(|part| part.begun),
        at_us: at_us.filter(|_| is_told),
        parts,
    }
}
