//! Protobuf by the piece: the lengths of fields, and a reader of bytes that may be anything, which
//! takes them in their one canonical form. Whatever is cut short, too long or written otherwise is
//! [`Malformed`]; nothing here panics.

/// Bytes that are not what they should be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Malformed;

/// What is left to read.
#[derive(Copy, Clone, Debug)]
pub struct Reader<'a> {
    left: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads these bytes from the first on.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { left: bytes }
    }

    /// All that is left.
    pub fn rest(&self) -> &'a [u8] {
        self.left
    }

    /// The next byte, without taking it.
    pub fn first(&self) -> Option<u8> {
        self.left.first().copied()
    }

    /// Nothing may be left.
    pub fn end(&self) -> Result<(), Malformed> {
        self.left.is_empty().then_some(()).ok_or(Malformed)
    }

    /// The next bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (taken, left) = self.left.split_at_checked(count).ok_or(Malformed)?;
        self.left = left;
        Ok(taken)
    }

    /// The next bytes must be these.
    pub fn expect(&mut self, bytes: &[u8]) -> Result<(), Malformed> {
        self.left = self.left.strip_prefix(bytes).ok_or(Malformed)?;
        Ok(())
    }

    /// Whether a tag stands here; takes it if so.
    pub fn has(&mut self, tag: u8) -> bool {
        self.expect(&[tag]).is_ok()
    }

    /// A varint in its shortest form.
    pub fn varint(&mut self) -> Result<u64, Malformed> {
        let mut value = 0;
        for place in 0..10 {
            let byte = self.take(1)?[0];
            // The tenth byte has one bit left.
            if place == 9 && byte > 1 {
                return Err(Malformed);
            }
            value |= u64::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                let is_shortest = byte != 0 || place == 0;
                return is_shortest.then_some(value).ok_or(Malformed);
            }
        }
        Err(Malformed)
    }

    /// Eight bytes, big-endian.
    pub fn number(&mut self) -> Result<u64, Malformed> {
        let (bytes, left) = self.left.split_first_chunk().ok_or(Malformed)?;
        self.left = left;
        Ok(u64::from_be_bytes(*bytes))
    }

    /// A length-delimited field.
    pub fn bytes(&mut self, tag: u8) -> Result<&'a [u8], Malformed> {
        self.expect(&[tag])?;
        let length = usize::try_from(self.varint()?).map_err(|_| Malformed)?;
        self.take(length)
    }

    /// A length-delimited field to read on within.
    pub fn nested(&mut self, tag: u8) -> Result<Reader<'a>, Malformed> {
        self.bytes(tag).map(Reader::new)
    }
}

/// Length of a proto3 varint field with a one-byte tag; default values take none.
pub fn varint_field(value: u64) -> u32 {
    if value == 0 {
        0
    } else {
        1 + prost::encoding::encoded_len_varint(value) as u32
    }
}

/// Length of a message as one element of a repeated field with a one-byte tag: empty ones count.
pub fn nested_field(length: u32) -> u32 {
    field_bytes(length as usize) as u32
}

/// Length of a proto3 bytes field with a one-byte tag.
pub fn bytes_field(length: u32) -> u32 {
    if length == 0 { 0 } else { nested_field(length) }
}

pub(crate) fn push_varint(data: &mut Vec<u8>, value: u64) {
    prost::encoding::encode_varint(value, data);
}

/// Appends a length-delimited protobuf field.
pub(crate) fn push_bytes(data: &mut Vec<u8>, tag: u8, bytes: &[u8]) {
    data.push(tag);
    push_varint(data, bytes.len() as u64);
    data.extend_from_slice(bytes);
}

/// Length of a length-delimited field with a one-byte tag, of any length.
pub(crate) fn field_bytes(length: usize) -> usize {
    1 + prost::encoding::encoded_len_varint(length as u64) + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_varint_has_one_form() {
        for value in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            prost::encoding::encode_varint(value, &mut bytes);
            let mut reader = Reader::new(&bytes);
            assert_eq!(reader.varint(), Ok(value));
            assert_eq!(reader.end(), Ok(()));
        }
        let long = [0x81, 0x00];
        assert_eq!(Reader::new(&long).varint(), Err(Malformed));
        let too_great = [0xff; 10];
        assert_eq!(Reader::new(&too_great).varint(), Err(Malformed));
        assert_eq!(Reader::new(&[0x80]).varint(), Err(Malformed));
    }

    #[test]
    fn a_length_beyond_the_end_is_malformed() {
        assert_eq!(Reader::new(&[0x0a, 5, 1, 2]).bytes(0x0a), Err(Malformed));
        let huge = [
            0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1,
        ];
        assert_eq!(Reader::new(&huge).bytes(0x0a), Err(Malformed));
    }
}
