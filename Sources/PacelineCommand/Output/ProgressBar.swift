import Foundation

/// How far something long has come, on standard error: one line that redraws itself where somebody watches, and
/// otherwise a plain line now and then.
final class ProgressBar {
    private let title: String
    private let redraws: Bool
    private var shown = -1

    init(_ title: String, redraws: Bool = Console.messagesAreWatched) {
        self.title = title
        self.redraws = redraws
    }

    /// - Parameter total: more than 0.
    func show(_ done: Int, of total: Int) {
        let percent = min(100, done * 100 / max(1, total))
        guard percent != shown else { return }
        let isTenth = percent / 10 != shown / 10 || percent == 100
        shown = percent
        if redraws {
            write("\r\(Self.line(title, percent, done, total))\u{1B}[K" + (percent == 100 ? "\n" : ""))
        } else if isTenth {
            write("\(title): \(Measure.grouped(done)) of \(Measure.grouped(total))\n")
        }
    }

    /// Leaves the line as it is, so that a message can follow it.
    func leave() {
        if redraws, (0..<100).contains(shown) { write("\n") }
    }

    static func line(_ title: String, _ percent: Int, _ done: Int, _ total: Int) -> String {
        let filled = percent * 24 / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
        return "\(title)  \(bar)  \(percent) %  \(Measure.grouped(done)) of \(Measure.grouped(total))"
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
