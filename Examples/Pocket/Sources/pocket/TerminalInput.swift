import Foundation

/// Reads a line from the terminal without showing it, or from standard input if that is a file or a pipe.
func readPassword() -> String? {
    guard let settings = TerminalSettings() else { return readLine() }
    FileHandle.standardError.write(Data("Password: ".utf8))
    settings.hideInput()
    defer {
        settings.restore()
        FileHandle.standardError.write(Data("\n".utf8))
    }
    return readLine()
}

/// The settings that the terminal had at first.
struct TerminalSettings {
    private let former: termios

    /// Nil if standard input is no terminal.
    init?() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        former = settings
    }

    /// Does not show what is typed.
    func hideInput() {
        var settings = former
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    /// Gives each key to the program at once, ^C too.
    func beginRaw() {
        var settings = former
        cfmakeraw(&settings)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    func restore() {
        var settings = former
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
}
