/// The emphasis or colour of text on a terminal.
enum Style: Sendable {
    case plain, strong, faint, good, bad, accent

    /// Returns the text with ANSI escapes, or unchanged if the console has no colours.
    func applied(to text: String, on console: Console) -> String {
        guard console.hasColours, let code, !text.isEmpty else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    private var code: String? {
        switch self {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .good: "32"
        case .bad: "31"
        case .accent: "36"
        }
    }
}
