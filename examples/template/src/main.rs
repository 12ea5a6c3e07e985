//! A program that plays this game: terminal, page, simulator, audit and all.

fn main() -> std::process::ExitCode {
    nodealer::main(template::GAMES)
}
