import Foundation

/// The terminal, if there is one, as the program finds it at its start.
struct Console: Sendable {
    let isTerminal: Bool
    /// Columns of standard output; nil when it is no terminal, so that nothing is cut short in a file or a pipe.
    let width: Int?
    let hasColours: Bool

    /// Standard output.
    static let standard = Console(
        isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment,
        measuredWidth: measuredWidth())

    /// Whether messages go to a person who watches, so that a progress bar may redraw its line.
    static let standardErrorIsTerminal = isatty(STDERR_FILENO) == 1

    /// - Parameters:
    ///   - environment: `NO_COLOR` and `TERM=dumb` switch colours off, `COLUMNS` sets the width.
    ///   - measuredWidth: what the terminal says of itself.
    init(isTerminal: Bool, environment: [String: String], measuredWidth: Int?) {
        self.isTerminal = isTerminal
        let chosen = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 >= 20 ? $0 : nil }
        width = chosen ?? (isTerminal ? measuredWidth ?? 80 : nil)
        let refusesColours = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        hasColours = isTerminal && !refusesColours && environment["TERM"] != "dumb"
    }

    /// Writes a message to standard error, beside the data.
    static func say(_ message: String) { write(message + "\n") }

    /// Writes to standard error as it is, for what redraws its line or waits for an answer behind itself.
    static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    private static func measuredWidth() -> Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return nil }
        return Int(size.ws_col)
    }
}
