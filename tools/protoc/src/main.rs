//! Prints the path of the protoc that protoc-bin-vendored ships for this system.

fn main() {
    match protoc_bin_vendored::protoc_bin_path() {
        Ok(path) => println!("{}", path.display()),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}
