//! Bank transfers, as far as everybody must know them who looks at a run.

use crate::ids::RequestId;

/// How much a transfer moves from its first account to its second, or back if it is negative: told
/// by its number, so that whoever sees write ids can reckon.
pub fn transfer_amount(request: RequestId) -> i64 {
    let RequestId(number) = request;
    let amount = 1 + (number % 100) as i64;
    if number.is_multiple_of(2) {
        amount
    } else {
        -amount
    }
}
