//! A command that plays this game: terminal, page, simulator and audit included.

fn main() -> std::process::ExitCode {
    nodealer::main(template::GAMES)
}
