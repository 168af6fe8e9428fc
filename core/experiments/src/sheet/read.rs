//! A Parquet file as a table: all of it, or some of its columns. What is no file of rows of a sweep
//! is an error, never a panic.

use crate::sweep::{Cell, Column, Kind, Schema, Table};
use parquet::basic::Type as Physical;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, FileReader, RowGroupReader, SerializedFileReader};
use parquet::schema::types::ColumnDescPtr;

/// Reads all columns.
pub fn read<R: ChunkReader + 'static>(file: R) -> Result<Table> {
    read_chosen(file, |_| true)
}

/// Reads the columns of these names, of those that are there.
pub fn read_columns<R: ChunkReader + 'static>(file: R, names: &[&str]) -> Result<Table> {
    read_chosen(file, |name| names.contains(&name))
}

/// Names and kinds of the columns.
pub fn schema<R: ChunkReader + 'static>(file: R) -> Result<Schema> {
    let reader = SerializedFileReader::new(file)?;
    let fields = reader.metadata().file_metadata().schema_descr().columns();
    let column = |field: &ColumnDescPtr| Ok((name_of(field)?, kind_of(field.physical_type())?));
    let columns: Result<Vec<(String, Kind)>> = fields.iter().map(column).collect();
    columns.map(Schema::of)
}

/// A text in a file's own metadata.
pub fn note<R: ChunkReader + 'static>(file: R, key: &str) -> Result<Option<String>> {
    let reader = SerializedFileReader::new(file)?;
    let notes = reader.metadata().file_metadata().key_value_metadata();
    let found = notes.into_iter().flatten().find(|note| note.key == key);
    Ok(found.and_then(|note| note.value.clone()))
}

fn read_chosen<R: ChunkReader + 'static>(
    file: R,
    is_chosen: impl Fn(&str) -> bool,
) -> Result<Table> {
    let reader = SerializedFileReader::new(file)?;
    let groups: Result<Vec<_>> = (0..reader.num_row_groups())
        .map(|group| reader.get_row_group(group))
        .collect();
    let groups = groups?;
    let fields = reader.metadata().file_metadata().schema_descr().columns();
    let mut columns = Vec::new();
    for (place, field) in fields.iter().enumerate() {
        let name = name_of(field)?;
        if !is_chosen(&name) {
            continue;
        }
        let mut column = Column {
            name,
            kind: kind_of(field.physical_type())?,
            cells: Vec::new(),
        };
        for group in &groups {
            column.cells.append(&mut cells_of(group.as_ref(), place)?);
        }
        columns.push(column);
    }
    Ok(Table::of(columns))
}

/// A name may have points in it: the path of a plain column has one part.
fn name_of(field: &ColumnDescPtr) -> Result<String> {
    match field.path().parts() {
        [name] => Ok(name.clone()),
        _ => Err(foreign()),
    }
}

fn kind_of(physical: Physical) -> Result<Kind> {
    match physical {
        Physical::BOOLEAN => Ok(Kind::Flag),
        Physical::INT64 => Ok(Kind::Whole),
        Physical::DOUBLE => Ok(Kind::Number),
        Physical::BYTE_ARRAY => Ok(Kind::Text),
        Physical::INT32 | Physical::INT96 | Physical::FLOAT | Physical::FIXED_LEN_BYTE_ARRAY => {
            Err(foreign())
        }
    }
}

fn foreign() -> ParquetError {
    ParquetError::General("found columns that no sweep writes".to_string())
}

fn cells_of(group: &dyn RowGroupReader, column: usize) -> Result<Vec<Option<Cell>>> {
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    match group.get_column_reader(column)? {
        ColumnReader::BoolColumnReader(reader) => cells(reader, rows, Cell::Flag),
        ColumnReader::Int64ColumnReader(reader) => cells(reader, rows, Cell::Whole),
        ColumnReader::DoubleColumnReader(reader) => cells(reader, rows, Cell::Number),
        ColumnReader::ByteArrayColumnReader(reader) => cells(reader, rows, text),
        ColumnReader::Int32ColumnReader(_)
        | ColumnReader::Int96ColumnReader(_)
        | ColumnReader::FloatColumnReader(_)
        | ColumnReader::FixedLenByteArrayColumnReader(_) => Err(foreign()),
    }
}

fn text(bytes: ByteArray) -> Cell {
    Cell::Text(String::from_utf8_lossy(bytes.data()).into_owned())
}

/// A cell for each row: a level of 1 has a value, one of 0 has none.
fn cells<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
    cell: impl Fn(T::T) -> Cell,
) -> Result<Vec<Option<Cell>>> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    let (read, _, _) = reader.read_records(rows, Some(&mut levels), None, &mut values)?;
    if read != rows {
        let text = format!("found {read} rows in a column, expected {rows}");
        return Err(ParquetError::General(text));
    }
    let mut values = values.into_iter();
    let at = |level: &i16| {
        let value = if *level > 0 { values.next() } else { None };
        value.map(&cell)
    };
    Ok(levels.iter().map(at).collect())
}
