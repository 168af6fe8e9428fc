//! What an operation of etcd asked for and what its answer says: requests of one range and
//! transactions have one shape here. It knows the words of etcd's reports, not what they mean for a
//! register.

use serde_json::Value as Json;

use super::BadHistory;

/// An operation as a line says it.
pub(super) struct Report {
    pub(super) process: u64,
    pub(super) line: u32,
    pub(super) from: i64,
    pub(super) until: i64,
    pub(super) input: Json,
    pub(super) output: Json,
}

/// Keys from a start to before an end.
pub(super) struct Range {
    start: String,
    end: String,
    pub(super) limit: i64,
}

/// A key that a range found.
pub(super) struct Row {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) revision: i64,
}

/// One thing that an operation does.
pub(super) enum Does {
    Range {
        range: Range,
        found: Vec<Row>,
    },
    Put {
        key: String,
        value: String,
        has_lease: bool,
    },
    Delete {
        key: String,
    },
}

/// A comparison; without a revision it is one of something else.
pub(super) struct Condition {
    pub(super) key: String,
    pub(super) revision: Option<i64>,
}

/// A transaction, or a range as one of it alone.
pub(super) struct Txn {
    pub(super) conditions: Vec<Condition>,
    /// What it did, or would do if its comparisons held.
    pub(super) done: Vec<Does>,
    /// What it would do if they did not hold, where nobody knows.
    or: Vec<Does>,
    /// Its comparisons did not hold.
    pub(super) failed: bool,
    is_known: bool,
}

impl Txn {
    /// Whether it happened, for all that is known.
    pub(super) fn took_place(&self) -> bool {
        self.is_known
    }

    /// All that it did or may have done.
    pub(super) fn all(&self) -> impl Iterator<Item = &Does> {
        self.done.iter().chain(&self.or)
    }

    /// The same, each with whether its comparisons held then.
    pub(super) fn happening(&self) -> impl Iterator<Item = (&Does, bool)> {
        let done = self.done.iter().map(|one| (one, !self.failed));
        done.chain(self.or.iter().map(|one| (one, false)))
    }
}

impl Report {
    /// The store's revision after it.
    pub(super) fn revision(&self) -> Option<i64> {
        let of = |key: &str| self.output[key].as_i64().filter(|at| *at > 0);
        of("Revision").or_else(|| of("PersistedRevision"))
    }

    fn bad(&self, text: String) -> BadHistory {
        BadHistory {
            line: self.line,
            column: 1,
            text,
        }
    }

    /// Whether its client saw an answer.
    fn is_answered(&self) -> bool {
        let says = |key: &str| {
            self.output[key]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        };
        !self.output.is_null() && !says("Error")
    }
}

impl Range {
    fn of(json: &Json) -> Self {
        Range {
            start: text(&json["Start"]),
            end: text(&json["End"]),
            limit: json["Limit"].as_i64().unwrap_or(0),
        }
    }

    /// The key, if it is of one alone.
    pub(super) fn single(&self) -> Option<&str> {
        self.end.is_empty().then_some(&self.start)
    }

    pub(super) fn covers(&self, key: &str) -> bool {
        match self.end.as_str() {
            "" => key == self.start,
            // etcd's word for all keys from the start on.
            "\0" => key >= self.start.as_str(),
            end => key >= self.start.as_str() && key < end,
        }
    }
}

/// What an operation does; `None` = nothing that a register knows.
pub(super) fn does(report: &Report) -> Result<Option<Txn>, BadHistory> {
    let (input, output) = (&report.input, &report.output);
    if !text(&output["ClientError"]).is_empty() {
        return Ok(None);
    }
    match input["Type"].as_str() {
        Some("range") => {
            let asked = &input["Range"];
            // A read of an older revision, or one that asked for no consensus.
            let is_old = asked["Revision"].as_i64().unwrap_or(0) != 0
                || output["Revision"].as_i64() == Some(-1);
            if is_old {
                return Ok(None);
            }
            if !asked.is_object() {
                return Err(report.bad(format!(
                    "Input.Range: found {asked}, expected an object with Start"
                )));
            }
            let found = if report.is_answered() {
                rows(report, &output["Range"], "Output.Range")?
            } else {
                Vec::new()
            };
            let range = Range::of(asked);
            Ok(Some(Txn {
                conditions: Vec::new(),
                done: vec![Does::Range { range, found }],
                or: Vec::new(),
                failed: false,
                is_known: report.is_answered(),
            }))
        }
        Some("txn") => txn(report).map(Some),
        Some("leaseGrant" | "leaseRevoke" | "defragment" | "compact") => Ok(None),
        _ => Err(report.bad(format!(
            "Input.Type: found {}, expected range, txn, leaseGrant, leaseRevoke, defragment or \
             compact",
            input["Type"]
        ))),
    }
}

fn txn(report: &Report) -> Result<Txn, BadHistory> {
    let asked = &report.input["Txn"];
    if !asked.is_object() {
        let text = format!("Input.Txn: found {asked}, expected an object with OperationsOnSuccess");
        return Err(report.bad(text));
    }
    let conditions: Vec<Condition> = list(&asked["Conditions"]).iter().map(condition).collect();
    let persisted = report.output["Persisted"].as_bool() == Some(true);
    if !report.is_answered() || persisted {
        let (done, or) = (
            all(report, asked, "OperationsOnSuccess", None)?,
            all(report, asked, "OperationsOnFailure", None)?,
        );
        let or = if conditions.is_empty() {
            Vec::new()
        } else {
            or
        };
        return Ok(Txn {
            is_known: persisted && or.is_empty() && is_writing(&done),
            conditions,
            done,
            or,
            failed: false,
        });
    }
    let answer = &report.output["Txn"];
    if !answer.is_object() {
        let text = format!("Output.Txn: found {answer}, expected an object with Results");
        return Err(report.bad(text));
    }
    let failed = answer["Failure"].as_bool() == Some(true);
    let branch = if failed {
        "OperationsOnFailure"
    } else {
        "OperationsOnSuccess"
    };
    let done = all(report, asked, branch, Some(&answer["Results"]))?;
    Ok(Txn {
        conditions,
        done,
        or: Vec::new(),
        failed,
        is_known: true,
    })
}

/// Whether all of it writes: what was read was seen by nobody.
fn is_writing(done: &[Does]) -> bool {
    !done.iter().any(|one| matches!(one, Does::Range { .. }))
}

fn condition(json: &Json) -> Condition {
    let of_version = json["ExpectedVersion"].as_i64().unwrap_or(0) != 0;
    Condition {
        key: text(&json["Key"]),
        revision: (!of_version).then(|| json["ExpectedRevision"].as_i64().unwrap_or(0)),
    }
}

/// The operations of a branch, each with what its result says, if there is one.
fn all(
    report: &Report,
    asked: &Json,
    branch: &str,
    results: Option<&Json>,
) -> Result<Vec<Does>, BadHistory> {
    let operations = list(&asked[branch]);
    if let Some(results) = results.map(list)
        && results.len() != operations.len()
    {
        return Err(report.bad(format!(
            "Output.Txn.Results: found {}, expected {}, one for each of {branch}",
            results.len(),
            operations.len()
        )));
    }
    let one = |(place, json): (usize, &Json)| {
        let result = results.map(|results| &results[place]);
        match json["Type"].as_str() {
            Some("range-operation") => Ok(Does::Range {
                range: Range::of(&json["Range"]),
                found: match result {
                    Some(result) => rows(report, result, "Output.Txn.Results")?,
                    None => Vec::new(),
                },
            }),
            Some("put-operation") => Ok(Does::Put {
                key: text(&json["Put"]["Key"]),
                value: value(&json["Put"]["Value"]),
                has_lease: json["Put"]["LeaseID"].as_i64().unwrap_or(0) != 0,
            }),
            Some("delete-operation") => Ok(Does::Delete {
                key: text(&json["Delete"]["Key"]),
            }),
            _ => Err(report.bad(format!(
                "Input.Txn.{branch}: found the type {}, expected range-operation, put-operation or \
                 delete-operation",
                json["Type"]
            ))),
        }
    };
    operations.iter().enumerate().map(one).collect()
}

fn rows(report: &Report, json: &Json, place: &str) -> Result<Vec<Row>, BadHistory> {
    if !json.is_object() {
        return Err(report.bad(format!(
            "{place}: found {json}, expected an object with KVs"
        )));
    }
    let row = |json: &Json| Row {
        key: text(&json["Key"]),
        value: value(&json["Value"]),
        revision: json["ModRevision"].as_i64().unwrap_or(0),
    };
    Ok(list(&json["KVs"]).iter().map(row).collect())
}

fn list(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_string()
}

/// A value, or the number that stands for a long one.
fn value(json: &Json) -> String {
    match json["Hash"].as_u64() {
        Some(hash) if hash != 0 => format!("hash {hash}"),
        _ => text(&json["Value"]),
    }
}
