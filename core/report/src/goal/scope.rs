//! What goals may name: the runs, places and loads of what they are about.

/// What goals may name.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// Names of the runs; `None` = whoever judges will say what is not there.
    pub variants: Option<Vec<&'a str>>,
    /// Whether there is a run that goals without a variant speak of.
    pub has_own: bool,
    /// Ids of places; `None` = as with variants.
    pub places: Option<Vec<&'a str>>,
    /// Ids of loads; `None` = as with variants.
    pub workloads: Option<Vec<&'a str>>,
}

impl Scope<'_> {
    /// Any names: what they name is not known yet.
    pub const OPEN: Scope<'static> = Scope {
        variants: None,
        has_own: true,
        places: None,
        workloads: None,
    };
}
