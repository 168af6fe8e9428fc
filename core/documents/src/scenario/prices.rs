//! Lists of what large clouds ask for traffic between zones and between regions, so that a file
//! names a cloud instead of figures. It knows prices and must not know who pays them.
//!
//! All are public list prices per GB (10^9 bytes) that crosses, both sides of the bill together.
//! Where a cloud counts GiB the figure is converted. The page shows where each one stands.

use schemars::JsonSchema;
use serde::Serialize;

use format::numbers::Price;
use format::tree::Read;

/// A cloud's list prices for links between zones and between regions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Read)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PriceList {
    /// Between zones 0.01 dollars for each side, between regions 0.02 (from the United States,
    /// Canada and most of Europe; 0.086 from Mumbai, 0.138 from São Paulo, 0.147 from Cape Town).
    Aws,
    /// Per GiB for the sender: between zones 0.01, between regions of a continent 0.02.
    Gcp,
    /// Between zones free, between regions of a continent 0.02.
    Azure,
    /// Nothing costs anything.
    Free,
}

impl PriceList {
    /// Between two zones of one region.
    pub(super) fn between_zones(self) -> Price {
        match self {
            PriceList::Aws => Price(20_000_000),
            // 0.01 per GiB.
            PriceList::Gcp => Price(9_313_226),
            PriceList::Azure | PriceList::Free => Price(0),
        }
    }

    /// Between two regions, from where it is cheapest: of one continent, or of AWS's first three.
    pub(crate) fn between_regions(self) -> Price {
        match self {
            PriceList::Aws | PriceList::Azure => Price(20_000_000),
            // 0.02 per GiB.
            PriceList::Gcp => Price(18_626_451),
            PriceList::Free => Price(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_per_gib_is_less_per_gb() {
        const GIB: u64 = 1 << 30;
        let per_gib = PriceList::Gcp.between_zones().0 * GIB / 1_000_000_000;
        assert!(per_gib.abs_diff(10_000_000) < 5, "{per_gib}");
        let per_gib = PriceList::Gcp.between_regions().0 * GIB / 1_000_000_000;
        assert!(per_gib.abs_diff(20_000_000) < 5, "{per_gib}");
    }
}
