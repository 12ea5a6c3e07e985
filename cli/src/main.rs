//! The `nodealer` command.

fn main() -> std::process::ExitCode {
    nodealer::main(games::GAMES)
}
