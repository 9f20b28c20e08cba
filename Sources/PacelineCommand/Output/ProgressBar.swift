import Paceline
import Synchronization

/// Reports progress on standard error: a bar that redraws itself on a terminal, otherwise a line for every 10 %.
final class ProgressBar: Sendable {
    private let title: String
    private let redraws: Bool
    /// The percentage shown last.
    private let shown = Mutex(0)

    init(_ title: String, redraws: Bool = Console.standardErrorIsTerminal) {
        self.title = title
        self.redraws = redraws
    }

    /// Updates the bar.
    /// - Parameters:
    ///   - done: the number of finished items.
    ///   - total: the number of all items.
    func show(_ done: Int, of total: Int) {
        let percent = min(100, done * 100 / max(1, total))
        let before = shown.withLock { shown in
            defer { shown = percent }
            return shown
        }
        guard percent != before else { return }
        let isTenth = percent / 10 != before / 10
        if redraws {
            Console.write(
                "\r\(Self.line(title, percent, done, total))\u{1B}[K" + (percent == 100 ? "\n" : ""))
        } else if isTenth {
            Console.write("\(title): \(Measure.grouped(done)) of \(Measure.grouped(total))\n")
        }
    }

    /// Ends the bar's line so that a message can follow.
    func endLine() {
        if redraws, shown.withLock({ (1..<100).contains($0) }) { Console.write("\n") }
    }

    static func line(_ title: String, _ percent: Int, _ done: Int, _ total: Int) -> String {
        let filled = percent * 24 / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
        return "\(title)  \(bar)  \(percent) %  \(Measure.grouped(done)) of \(Measure.grouped(total))"
    }
}
