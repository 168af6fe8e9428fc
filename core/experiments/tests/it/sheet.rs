//! Tests of tables as Parquet files: what is written is read again, and parts become one whole.

use arrow_schema::DataType;
use bytes::Bytes;
use experiments::sheet::{Error, Merge, Notes, Part, note, read, read_columns, schema, write};
use experiments::sweep::{Cell, Row, Table, Verdict};
use parquet::arrow::parquet_to_arrow_schema;
use parquet::file::reader::{FileReader, SerializedFileReader};

/// A row whose figures depend on its number, with gaps.
fn row(run: u64) -> Row {
    let mut figures = vec![("events".to_string(), Cell::Number(run as f64 * 3.0))];
    if run.is_multiple_of(3) {
        figures.push(("state.leader".into(), Cell::Text(format!("s{}", run % 2))));
    }
    if run.is_multiple_of(7) {
        figures.push(("usd".into(), Cell::Number(run as f64 / 8.0)));
    }
    Row {
        point: (run / 2) as u32,
        seed: run % 2,
        digest: format!("{run:016x}"),
        verdict: Verdict::Ok,
        kept: !run.is_multiple_of(5),
        why: run
            .is_multiple_of(5)
            .then(|| "too dear – “much”".to_string()),
        axes: vec![
            ("mode".into(), Cell::Text("lease".into())),
            ("a".into(), Cell::Number(2.0)),
        ],
        figures,
    }
}

fn table(runs: impl IntoIterator<Item = u64>) -> Table {
    Table::of_rows(runs.into_iter().map(row).collect())
}

/// A file of a table, as it is read.
fn bytes(table: &Table) -> Bytes {
    held(write(table).expect("it is written"))
}

fn held(bytes: Vec<u8>) -> Bytes {
    Bytes::from(bytes)
}

/// The whole of parts with these runs, as bytes.
fn merged(parts: &[Vec<u64>]) -> Vec<u8> {
    let tables: Vec<Table> = parts
        .iter()
        .map(|runs| table(runs.iter().copied()))
        .collect();
    let part = |(table, runs): (&Table, &Vec<u64>)| Part {
        schema: table.schema(),
        runs: runs.iter().copied().map(Some).collect(),
    };
    let known: Vec<Part> = tables.iter().zip(parts).map(part).collect();
    let mut open = |place: usize| Ok::<Table, Error>(tables[place].clone());
    let notes = Notes {
        texts: vec![("sweep", "{}".into())],
        units: vec![("axis.a".into(), "ms")],
    };
    Merge::of(&known)
        .write(Vec::new(), &notes, &mut open)
        .expect("it is written")
}

#[test]
fn what_is_written_is_read_again() {
    let whole = table(0..100);
    assert_eq!(read(bytes(&whole)).expect("it is read"), whole);
    assert_eq!(schema(bytes(&whole)).expect("it is read"), whole.schema());
    let some = read_columns(bytes(&whole), &["usd", "point", "none"]).expect("it is read");
    let names: Vec<&str> = some
        .columns()
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    assert_eq!(names, ["point", "usd"]);
    assert_eq!(some.cell("usd", 7), Some(&Cell::Number(0.875)));
    assert_eq!(some.cell("usd", 8), None);
}

#[test]
fn the_whole_is_the_same_whatever_the_parts_were() {
    let in_order: Vec<Vec<u64>> = (0..50)
        .map(|part| (part * 100..part * 100 + 100).collect())
        .collect();
    let whole = merged(&in_order);
    let mixed: Vec<Vec<u64>> = (0..13)
        .map(|part| (0..5000).rev().filter(|run| run % 13 == part).collect())
        .collect();
    assert!(merged(&mixed) == whole, "other bytes");
    // A part twice, and one with rows of others.
    let mut twice = in_order;
    twice.push(vec![4999, 3, 170]);
    twice.push((200..300).collect());
    assert!(merged(&twice) == whole, "other bytes");
    let said = |key| note(held(whole.clone()), key).expect("it is read");
    assert_eq!(said("sweep").as_deref(), Some("{}"));
    assert_eq!(said("format").as_deref(), Some("raft-atlas-runs/1"));
    assert_eq!(said("scenario"), None);
    let found = read(held(whole)).expect("it is read");
    assert_eq!(found, table(0..5000));
}

#[test]
fn a_column_tells_its_unit_in_its_field() {
    let file = held(merged(&[vec![1, 0]]));
    let reader = SerializedFileReader::new(file).expect("it is read");
    let metadata = reader.metadata().file_metadata();
    let notes = metadata.key_value_metadata();
    let schema = parquet_to_arrow_schema(metadata.schema_descr(), notes).expect("it is read");
    let unit = |name: &str| {
        let field = schema.field_with_name(name).expect("a column");
        (
            field.data_type().clone(),
            field.metadata().get("unit").cloned(),
        )
    };
    assert_eq!(unit("axis.a"), (DataType::Float64, Some("ms".to_string())));
    assert_eq!(unit("usd"), (DataType::Float64, None));
    assert_eq!(unit("axis.mode"), (DataType::Utf8, None));
}

#[test]
fn rows_of_another_plan_are_passed_over() {
    let part = Part {
        schema: table(0..3).schema(),
        runs: vec![Some(1), None, Some(0)],
    };
    let merge = Merge::of(&[part]);
    assert_eq!(merge.runs().collect::<Vec<u64>>(), [0, 1]);
    let gathered = merge.gather(&[table(0..3)]);
    assert_eq!(gathered.keys(), [Some((1, 0)), Some((0, 0))]);
}

#[test]
fn what_is_no_file_of_rows_is_an_error() {
    for text in ["", "PAR1", "no Parquet at all, but long enough to be one"] {
        assert!(read(held(text.as_bytes().to_vec())).is_err(), "{text}");
    }
    // A file that lost its end.
    let whole = write(&table(0..50)).expect("it is written");
    assert!(read(held(whole[..whole.len() - 9].to_vec())).is_err());
}
