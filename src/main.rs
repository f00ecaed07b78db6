//! temporary
fn main() {
    let _ = sitke::protocol::run(std::io::BufReader::new(std::io::stdin()), std::io::stdout(), |_, _| Ok(()));
}
