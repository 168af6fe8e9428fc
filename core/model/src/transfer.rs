//! Bank transfers, as far as everybody must know them who looks at a run.

/// How much a transfer moves from its first account to its second, or back if it is negative: told
/// by its number, so that whoever sees write ids can reckon.
pub fn transfer_amount(request: u64) -> i64 {
    let amount = 1 + (request % 100) as i64;
    if request.is_multiple_of(2) {
        amount
    } else {
        -amount
    }
}
