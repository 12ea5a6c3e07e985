//! The `holdem` command: all that `nodealer` does, with one game.

fn main() -> std::process::ExitCode {
    nodealer::main(holdem::GAMES)
}
