import Foundation

/// The properties of an output stream that decide layout and colours.
struct Console: Sendable {
    let isTerminal: Bool
    /// The width in columns; nil for a file or pipe, where text is never truncated.
    let width: Int?
    let hasColours: Bool

    /// Standard output.
    static let standard = Console(
        isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment,
        measuredWidth: measuredWidth())

    /// Whether standard error is a terminal, where a progress bar may redraw its line.
    static let standardErrorIsTerminal = isatty(STDERR_FILENO) == 1

    /// - Parameters:
    ///   - isTerminal: whether the stream is a terminal.
    ///   - environment: `NO_COLOR` and `TERM=dumb` turn colours off; `COLUMNS` overrides the width.
    ///   - measuredWidth: the terminal's own width, if known.
    init(isTerminal: Bool, environment: [String: String], measuredWidth: Int?) {
        self.isTerminal = isTerminal
        let chosen = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 >= 20 ? $0 : nil }
        width = chosen ?? (isTerminal ? measuredWidth ?? 80 : nil)
        let rejectsColours = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        hasColours = isTerminal && !rejectsColours && environment["TERM"] != "dumb"
    }

    /// Writes a line to standard error, which keeps messages apart from data.
    static func note(_ message: String) { write(message.escaped + "\n") }

    /// Writes to standard error without a line break, for prompts and progress. Only for texts of this program, since
    /// they are not escaped.
    static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }

    private static func measuredWidth() -> Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return nil }
        return Int(size.ws_col)
    }
}
