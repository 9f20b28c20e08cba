/// How long refused callers should wait before they ask again.
///
/// A refusal costs little, but thousands a second would take the processors from the requests that run. The pause grows
/// until at most one request is refused for four that run, and shrinks again when fewer are.
struct RefusalPause {
    /// What has happened since the last change.
    private struct Window {
        let start: ContinuousClock.Instant
        var admittedCount = 0
        var refusedCount = 0
    }

    /// On average, in seconds.
    private var average = 1.0
    private var window: Window?

    private static let range = 1.0...10.0
    private static let windowLength = Duration.milliseconds(500)
    private static let admittedPerRefusal = 4

    /// Counts a request that runs or is refused.
    mutating func add(isAdmitted: Bool, at now: ContinuousClock.Instant) {
        var window = window ?? Window(start: now)
        if isAdmitted { window.admittedCount += 1 } else { window.refusedCount += 1 }
        guard now - window.start >= Self.windowLength else {
            self.window = window
            return
        }
        let limit = max(1, window.admittedCount / Self.admittedPerRefusal)
        let growth = min(max(Double(window.refusedCount) / Double(limit), 0.5), 2)
        average = min(max(average * growth, Self.range.lowerBound), Self.range.upperBound)
        self.window = nil
    }

    /// The pause of one caller, in seconds. They differ, since callers who all return at once would be refused again.
    /// - Parameter random: from 0 to less than 1.
    func seconds(_ random: Double) -> Int {
        max(1, Int((average * (0.5 + random)).rounded()))
    }
}
