//! `raft-atlas`: the engine on the command line.
#![expect(clippy::print_stdout, reason = "a command line prints its result")]

fn main() {
    println!("raft-atlas");
}
