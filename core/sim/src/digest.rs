//! A streaming 64-bit hash, the same on every platform: the digest by which two runs are compared.
//!
//! It is no defence against an adversary. Each step is the 8-byte step of XXH64 (two 64-bit
//! multiplications, fast in WebAssembly too); fields are fixed-width and little-endian, and byte
//! strings carry their length, so that moving a byte from one field to the next changes the value.

const PRIME_1: u64 = 0x9E37_79B1_85EB_CA87;
const PRIME_2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const PRIME_3: u64 = 0x1656_67B1_9E37_79F9;
const PRIME_4: u64 = 0x85EB_CA77_C2B2_AE63;

/// The hash so far of an ordered sequence of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    state: u64,
}

impl Digest {
    /// The digest of the empty sequence.
    pub fn new() -> Self {
        Digest { state: PRIME_3 }
    }

    /// Adds one fixed-width field.
    #[inline]
    pub fn u64(&mut self, x: u64) {
        // Both inputs enter through bijections, so a single changed field always changes the state.
        let lane = x
            .wrapping_mul(PRIME_2)
            .rotate_left(31)
            .wrapping_mul(PRIME_1);
        self.state = (self.state ^ lane)
            .rotate_left(27)
            .wrapping_mul(PRIME_1)
            .wrapping_add(PRIME_4);
    }

    /// Adds one byte string: its length, then its bytes.
    pub fn bytes(&mut self, b: &[u8]) {
        self.u64(b.len() as u64);
        let (words, tail) = b.as_chunks::<8>();
        for word in words {
            self.u64(u64::from_le_bytes(*word));
        }
        if !tail.is_empty() {
            let mut last = [0; 8];
            last[..tail.len()].copy_from_slice(tail);
            self.u64(u64::from_le_bytes(last));
        }
    }

    /// The value for everything added so far; more may be added afterwards.
    pub fn value(&self) -> u64 {
        let mut x = self.state;
        x = (x ^ (x >> 33)).wrapping_mul(PRIME_2);
        x = (x ^ (x >> 29)).wrapping_mul(PRIME_3);
        x ^ (x >> 32)
    }
}

impl Default for Digest {
    fn default() -> Self {
        Digest::new()
    }
}

/// The digest of one byte string.
pub fn hash_bytes(b: &[u8]) -> u64 {
    let mut digest = Digest::new();
    digest.bytes(b);
    digest.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_pinned() {
        // Changing any of these changes every published run digest. The values come from a second
        // implementation, in another language.
        let mut digest = Digest::new();
        assert_eq!(digest.value(), 0xD8A3_1015_0DF9_0781);
        digest.u64(1);
        digest.u64(u64::MAX);
        assert_eq!(digest.value(), 0x5785_50DE_FF29_E110);
        assert_eq!(hash_bytes(b""), 0xE898_7D8E_62C6_F99B);
        assert_eq!(hash_bytes(b"raft atlas"), 0x6CF5_098F_1388_3CD3);
    }

    #[test]
    fn every_bit_of_a_field_counts() {
        let of = |x: u64| {
            let mut digest = Digest::new();
            digest.u64(x);
            digest.value()
        };
        for bit in 0..64 {
            let changed = (of(0) ^ of(1 << bit)).count_ones();
            assert!(
                (12..=52).contains(&changed),
                "bit {bit} changed {changed} bits"
            );
        }
    }

    #[test]
    fn order_and_field_borders_count() {
        let of = |fields: &[&[u8]]| {
            let mut digest = Digest::new();
            for field in fields {
                digest.bytes(field);
            }
            digest.value()
        };
        assert_ne!(of(&[b"ab", b"c"]), of(&[b"a", b"bc"]));
        assert_ne!(of(&[b"a", b"b"]), of(&[b"b", b"a"]));
        assert_ne!(of(&[b"a"]), of(&[b"a\0"]));
        assert_ne!(of(&[]), of(&[b""]));
    }

    #[test]
    fn reading_the_value_does_not_change_it() {
        let mut read = Digest::new();
        let mut silent = Digest::new();
        for x in 0..100 {
            read.u64(x);
            silent.u64(x);
            read.value();
        }
        assert_eq!(read.value(), silent.value());
    }
}
