//! `packer FILE PACKED`: writes a file in the format xz, as tightly as it goes, with a checksum
//! that the page's unpacker looks at.

use std::env::args_os;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use lzma_rust2::{CheckType, XzOptions, XzWriter};

/// The tightest of xz's presets.
const PRESET: u32 = 9;

/// Bytes that a reader has to keep to look back: more than a module has, and far less than the
/// preset's 64 MiB, which a reader would have to reserve.
const DICTIONARY_BYTES: u32 = 2 << 20;

fn main() -> ExitCode {
    let mut names = args_os().skip(1);
    let (Some(from), Some(to), None) = (names.next(), names.next(), names.next()) else {
        eprintln!("usage: packer FILE PACKED");
        return ExitCode::from(2);
    };
    let packed = fs::read(&from).and_then(|bytes| pack(&bytes));
    match packed.and_then(|bytes| fs::write(&to, bytes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{} was not packed: {error}", from.display());
            ExitCode::FAILURE
        }
    }
}

fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut options = XzOptions::with_preset(PRESET);
    options.lzma_options.dict_size = DICTIONARY_BYTES;
    options.set_check_sum_type(CheckType::Crc32);
    let mut writer = XzWriter::new(Vec::new(), options)?;
    writer.write_all(bytes)?;
    writer.finish()
}
