//! Whether a bank adds up: transfers move money between accounts and make none, so all accounts
//! read at one read time hold together what they held at the start. Judged from what clients saw
//! alone: a row holds a write id, and its balance is that of the row that this transfer had read,
//! and what it moved. A lost update, a half transfer and a torn read all show in the sum.
//!
//! What is not known (a row that something else wrote, a transfer long ago) is not judged. It must
//! not know replicas, leaders, locks or logs.

use std::collections::VecDeque;

use model::config::{ClusterConfig, OpKind};
use model::fact::RequestFact;
use model::ids::RequestId;
use text::say;

use crate::unjudged::Forgotten;

const TRANSFERS_MAX: usize = 1 << 16;
/// Banks of more accounts are not judged.
const ACCOUNTS_MAX: u64 = 1 << 12;
/// Reads under way that are judged; more are not.
const OPEN_MAX: usize = 1 << 8;

/// A sum that is not what it was at the start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Unbalanced {
    /// The request that read all accounts.
    pub whole: RequestId,
    /// What there is too much, or too little when negative.
    pub excess: i64,
}

/// A transfer, with what its accounts held after it, compared with the start; `None` = not known.
#[derive(Copy, Clone, Debug)]
struct Moved {
    request: RequestId,
    keys: [u64; 2],
    after: [Option<i64>; 2],
}

/// A read of the accounts under way.
#[derive(Clone, Debug)]
struct Audit {
    whole: RequestId,
    /// By account; `None` = not read, or not known.
    balances: Vec<Option<i64>>,
    /// One is not known because its transfer is forgotten.
    is_lost: bool,
}

/// All transfers between one set of accounts.
#[derive(Clone, Debug, Default)]
pub struct Bank {
    /// The keys of the accounts, the end excluded; none when nothing is judged.
    accounts: (u64, u64),
    /// Why nothing is judged although money moves, and the keys between which it does.
    refuses: Option<(Forgotten, (u64, u64))>,
    /// By request, rising.
    transfers: VecDeque<Moved>,
    /// The greatest request of those that are forgotten, if any is.
    transfers_forgotten: RequestId,
    audits: Vec<Audit>,
}

impl Bank {
    /// The bank of a cluster's workloads. With several that move money between different accounts
    /// nothing is judged, as their sums are not known apart.
    pub fn new(config: &ClusterConfig) -> Self {
        let transfers = |op: OpKind| op == OpKind::Transfer;
        let banks = config.workloads.iter().filter(|w| transfers(w.op));
        let banks: Vec<(u64, u64)> = banks.map(|workload| workload.keys).collect();
        let Some(&first) = banks.first() else {
            return Bank::default();
        };
        let all = banks
            .iter()
            .fold(first, |all, keys| (all.0.min(keys.0), all.1.max(keys.1)));
        let is_one = banks.iter().all(|keys| *keys == first);
        let is_small = first.1.saturating_sub(first.0) <= ACCOUNTS_MAX;
        let refuses = match (is_one, is_small) {
            (true, true) => None,
            (false, _) => Some((Forgotten::SeveralBanks, all)),
            (true, false) => Some((Forgotten::ManyAccounts, all)),
        };
        Bank {
            accounts: if refuses.is_none() { first } else { (0, 0) },
            refuses,
            ..Bank::default()
        }
    }

    fn has(&self, key: u64) -> bool {
        (self.accounts.0..self.accounts.1).contains(&key)
    }

    /// A client asked for a transfer.
    #[inline]
    pub fn invoked(&mut self, fact: &RequestFact) {
        if fact.op == OpKind::Transfer && self.has(fact.key) {
            self.begin(fact);
        }
    }

    #[cold]
    fn begin(&mut self, fact: &RequestFact) {
        if self.transfers.len() == TRANSFERS_MAX
            && let Some(forgotten) = self.transfers.pop_front()
        {
            self.transfers_forgotten = forgotten.request;
        }
        self.transfers.push_back(Moved {
            request: fact.request,
            keys: [fact.key, fact.key + u64::from(fact.rows)],
            after: [None; 2],
        });
    }

    /// The read time of a request is known: what it reads is of one moment. Says why that cannot be
    /// added up, if it cannot.
    pub(crate) fn read_time_known(&mut self, fact: &RequestFact) -> Option<Forgotten> {
        let whole = fact.request;
        if let Some((why, keys)) = self.refuses {
            let reads_accounts = !fact.op.is_write() && (keys.0..keys.1).contains(&fact.key);
            return reads_accounts.then_some(why);
        }
        let is_known = self.audits.iter().any(|audit| audit.whole == whole);
        let count = (self.accounts.1 - self.accounts.0) as usize;
        if count == 0 || is_known || self.place(whole).is_ok() {
            return None;
        }
        if self.audits.len() == OPEN_MAX {
            return self.has(fact.key).then_some(Forgotten::AtOnce);
        }
        self.audits.push(Audit {
            whole,
            balances: vec![None; count],
            is_lost: false,
        });
        None
    }

    /// A part of a request read a row.
    #[inline]
    pub fn row(&mut self, whole: RequestId, key: u64, value: u64) {
        if whole != RequestId::NONE && self.has(key) {
            self.seen(whole, key, value);
        }
    }

    #[cold]
    fn seen(&mut self, whole: RequestId, key: u64, value: u64) {
        let balance = self.balance(key, value);
        if let Ok(place) = self.place(whole) {
            let moved = &mut self.transfers[place];
            let amount = model::transfer::transfer_amount(whole);
            if key == moved.keys[0] {
                moved.after[0] = balance.map(|balance| balance - amount);
            } else if key == moved.keys[1] {
                moved.after[1] = balance.map(|balance| balance + amount);
            }
        } else if let Some(audit) = self.audits.iter_mut().find(|a| a.whole == whole) {
            let writer = RequestId::of_write(value);
            audit.is_lost |= balance.is_none() && writer <= self.transfers_forgotten;
            audit.balances[(key - self.accounts.0) as usize] = balance;
        }
    }

    /// What an account holds whose row has this value, compared with the start.
    fn balance(&self, key: u64, value: u64) -> Option<i64> {
        if value == 0 {
            return Some(0);
        }
        let moved = &self.transfers[self.place(RequestId::of_write(value)).ok()?];
        let place = moved.keys.iter().position(|account| *account == key)?;
        moved.after[place]
    }

    fn place(&self, request: RequestId) -> Result<usize, usize> {
        self.transfers
            .binary_search_by(|moved| moved.request.cmp(&request))
    }

    /// A request that is made of others ended, answered or not. Tells what does not add up, or
    /// that it cannot be added up any more.
    pub fn ended(
        &mut self,
        whole: RequestId,
        is_answered: bool,
    ) -> Result<Option<Unbalanced>, Forgotten> {
        let place = self.audits.iter().position(|audit| audit.whole == whole);
        let Some(audit) = place.map(|place| self.audits.swap_remove(place)) else {
            return Ok(None);
        };
        if !is_answered {
            return Ok(None);
        }
        if audit.is_lost {
            return Err(Forgotten::OldTransfers);
        }
        let excess = audit.balances.into_iter().sum::<Option<i64>>();
        let excess = excess.filter(|excess| *excess != 0);
        Ok(excess.map(|excess| Unbalanced { whole, excess }))
    }
}

impl Unbalanced {
    /// What does not add up, in words.
    pub(super) fn words(&self) -> String {
        let Unbalanced { whole, excess } = self;
        let by = excess.unsigned_abs();
        if *excess > 0 {
            say!(
                "the accounts that request r{whole} read hold {by} more than there is",
                whole,
                by
            )
        } else {
            say!(
                "the accounts that request r{whole} read hold {by} less than there is",
                whole,
                by
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::request;

    /// Accounts 0 to 3; transfers go between 0 and 2, and between 1 and 3.
    fn bank() -> Bank {
        Bank {
            accounts: (0, 4),
            ..Bank::default()
        }
    }

    /// A request for all accounts.
    fn reads(number: u64) -> RequestFact {
        request(number, OpKind::Statement, 0)
    }

    /// A transfer from this account reads these two values.
    fn transfer(bank: &mut Bank, number: u64, key: u64, read: [u64; 2]) {
        let fact = RequestFact {
            rows: 2,
            ..request(number, OpKind::Transfer, key)
        };
        bank.invoked(&fact);
        bank.row(RequestId(number), key, read[0]);
        bank.row(RequestId(number), key + 2, read[1]);
    }

    fn audit(bank: &mut Bank, number: u64, values: [u64; 4]) -> Option<i64> {
        assert_eq!(bank.read_time_known(&reads(number)), None);
        for (key, value) in (0..).zip(values) {
            bank.row(RequestId(number), key, value);
        }
        let found = bank
            .ended(RequestId(number), true)
            .expect("nothing is forgotten");
        found.map(|found| found.excess)
    }

    #[test]
    fn all_accounts_of_one_moment_hold_what_they_held() {
        let mut bank = bank();
        assert_eq!(audit(&mut bank, 1, [0, 0, 0, 0]), None);
        transfer(&mut bank, 2, 0, [0, 0]);
        transfer(&mut bank, 3, 1, [0, 0]);
        transfer(&mut bank, 4, 0, [2, 2]);
        assert_eq!(audit(&mut bank, 5, [2, 3, 2, 3]), None);
        assert_eq!(audit(&mut bank, 6, [4, 3, 4, 3]), None);
    }

    #[test]
    fn half_a_transfer_shows_in_the_sum() {
        let mut bank = bank();
        transfer(&mut bank, 2, 0, [0, 0]);
        let amount = model::transfer::transfer_amount(RequestId(2));
        assert_eq!(audit(&mut bank, 3, [2, 0, 0, 0]), Some(-amount));
        assert_eq!(audit(&mut bank, 4, [0, 0, 2, 0]), Some(amount));
    }

    #[test]
    fn a_lost_update_shows_in_the_sum() {
        let mut bank = bank();
        transfer(&mut bank, 2, 0, [0, 0]);
        // It read account 0 before the one before it, and account 2 after it.
        transfer(&mut bank, 3, 0, [0, 2]);
        let lost = model::transfer::transfer_amount(RequestId(2));
        assert_eq!(audit(&mut bank, 4, [3, 0, 3, 0]), Some(lost));
    }

    #[test]
    fn what_is_not_known_is_not_judged() {
        let mut bank = bank();
        transfer(&mut bank, 2, 0, [0, 0]);
        assert_eq!(audit(&mut bank, 3, [2, 9, 0, 0]), None, "9 is no transfer");
        bank.read_time_known(&reads(4));
        bank.row(RequestId(4), 0, 2);
        assert_eq!(
            bank.ended(RequestId(4), true),
            Ok(None),
            "it did not read all accounts"
        );
        for key in 0..4 {
            bank.row(RequestId(5), key, if key == 0 { 2 } else { 0 });
        }
        assert_eq!(
            bank.ended(RequestId(5), true),
            Ok(None),
            "its read time is not known"
        );
        bank.read_time_known(&reads(6));
        for key in 0..4 {
            bank.row(RequestId(6), key, if key == 0 { 2 } else { 0 });
        }
        assert_eq!(
            bank.ended(RequestId(6), false),
            Ok(None),
            "nobody got the answer"
        );
    }

    #[test]
    fn a_cluster_without_transfers_or_with_two_banks_is_no_bank() {
        let mut none = Bank::default();
        transfer(&mut none, 2, 0, [0, 0]);
        assert_eq!(audit(&mut none, 3, [2, 0, 0, 0]), None);
        assert!(none.transfers.is_empty());
    }
}
