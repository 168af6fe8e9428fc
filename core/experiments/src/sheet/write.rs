//! A table as a Parquet file. The same table gives the same bytes, always.

use std::io::Write;
use std::sync::Arc;

use crate::sweep::{Cell, Column, Kind, Schema, Table};
use arrow_schema::{Field, Metadata, Schema as ArrowSchema};
use parquet::arrow::{add_encoded_arrow_schema_to_metadata, parquet_to_arrow_schema};
use parquet::basic::{Encoding, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

/// Name and version of what the columns are, in the file's own metadata.
const FORMAT: &str = "raft-atlas-runs/1";
/// Who wrote it. The library's version stays out: files of one sweep are the same.
const CREATED_BY: &str = "raft-atlas";

/// A text in a file's own metadata, under its key.
pub type Note = (&'static str, String);

/// What a file says of itself.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Texts in the file's own metadata.
    pub texts: Vec<Note>,
    /// Units of columns by their names, as metadata of each column's field.
    pub units: Vec<(String, &'static str)>,
}

/// What a column's unit is called in the metadata of its field.
const UNIT: &str = "unit";

/// A file that is being written, group by group.
pub struct Sheet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> Sheet<W> {
    /// Begins a file of these columns, with notes of what they are of.
    pub fn begin(out: W, schema: &Schema, notes: &Notes) -> Result<Self> {
        let mut texts = vec![("format", FORMAT.to_string())];
        texts.extend(notes.texts.iter().cloned());
        let own = texts.iter().cloned();
        let own = own.map(|(key, text)| KeyValue::new(key.to_string(), text));
        let mut properties = WriterProperties::builder()
            .set_created_by(CREATED_BY.to_string())
            .set_key_value_metadata(Some(own.collect()))
            .set_encoding(Encoding::PLAIN)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            // Hundreds of columns: what helps to skip pages would be more than the pages.
            .set_offset_index_disabled(true)
            .build();
        let schema = schema_of(schema)?;
        if !notes.units.is_empty() {
            // Who reads Arrow's schema takes it for all that the file says of itself.
            let with_units = with_units(&schema, &notes.units)?
                .with_metadata(texts.into_iter().collect::<Metadata>());
            add_encoded_arrow_schema_to_metadata(&with_units, &mut properties);
        }
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
        Ok(Sheet { writer })
    }

    /// Writes the rows of a table with the file's columns.
    pub fn add(&mut self, table: &Table) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for column in table.columns() {
            write_column(&mut group, column)?;
        }
        group.close()?;
        Ok(())
    }

    /// Ends the file.
    pub fn end(self) -> Result<W> {
        self.writer.into_inner()
    }
}

/// A table as the bytes of a file without notes.
pub fn write(table: &Table) -> Result<Vec<u8>> {
    let mut sheet = Sheet::begin(Vec::new(), &table.schema(), &Notes::default())?;
    sheet.add(table)?;
    sheet.end()
}

fn schema_of(schema: &Schema) -> Result<TypePtr> {
    let field = |(name, kind): &(String, Kind)| {
        let (physical, logical) = match kind {
            Kind::Whole => (Physical::INT64, None),
            Kind::Flag => (Physical::BOOLEAN, None),
            Kind::Number => (Physical::DOUBLE, None),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical);
        field.build().map(Arc::new)
    };
    let fields: Result<Vec<TypePtr>> = schema.columns().iter().map(field).collect();
    let root = Type::group_type_builder("runs").with_fields(fields?);
    root.build().map(Arc::new)
}

/// The columns as Arrow knows them, whose fields have metadata: Parquet's own have none.
fn with_units(schema: &TypePtr, units: &[(String, &'static str)]) -> Result<ArrowSchema> {
    let columns = SchemaDescriptor::new(schema.clone());
    let fields = parquet_to_arrow_schema(&columns, None)?.fields;
    let with_unit = |field: &Arc<Field>| {
        let unit = units.iter().find(|(name, _)| name == field.name());
        let unit = unit.map(|(_, unit)| (UNIT.to_string(), (*unit).to_string()));
        let metadata: Metadata = unit.into_iter().collect();
        field.as_ref().clone().with_metadata(metadata)
    };
    Ok(ArrowSchema::new(
        fields.iter().map(with_unit).collect::<Vec<Field>>(),
    ))
}

fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    column: &Column,
) -> Result<()> {
    let there = |cell: &Option<Cell>| i16::from(cell.is_some());
    let levels: Vec<i16> = column.cells.iter().map(there).collect();
    let levels = Some(levels.as_slice());
    let cells = column.cells.iter().flatten();
    let mut writer = group.next_column()?.expect("as many columns as the schema");
    match column.kind {
        Kind::Whole => {
            let values: Vec<i64> = cells.filter_map(whole).collect();
            writer
                .typed::<Int64Type>()
                .write_batch(&values, levels, None)?;
        }
        Kind::Flag => {
            let values: Vec<bool> = cells.filter_map(flag).collect();
            writer
                .typed::<BoolType>()
                .write_batch(&values, levels, None)?;
        }
        Kind::Number => {
            let values: Vec<f64> = cells.filter_map(Cell::number).collect();
            writer
                .typed::<DoubleType>()
                .write_batch(&values, levels, None)?;
        }
        Kind::Text => {
            let bytes = |cell: &Cell| ByteArray::from(cell.words().into_bytes());
            let values: Vec<ByteArray> = cells.map(bytes).collect();
            writer
                .typed::<ByteArrayType>()
                .write_batch(&values, levels, None)?;
        }
    }
    writer.close()
}

fn whole(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Whole(whole) => Some(*whole),
        Cell::Flag(_) | Cell::Number(_) | Cell::Text(_) => None,
    }
}

fn flag(cell: &Cell) -> Option<bool> {
    match cell {
        Cell::Flag(flag) => Some(*flag),
        Cell::Whole(_) | Cell::Number(_) | Cell::Text(_) => None,
    }
}
