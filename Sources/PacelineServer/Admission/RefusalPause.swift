/// How long refused callers should wait before they ask again.
///
/// A refusal costs about half as much as a feed page, so many would take the processors from the requests that run. The
/// pause doubles while more than one request is refused for ten that run. It is halved once far fewer were refused for
/// twice as long as it lasts: until then, callers who wait have not returned.
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

    private static let range = 1.0...30.0
    /// The shortest time after which it doubles.
    private static let growthTime = Duration.milliseconds(500)
    private static let admittedPerRefusal = 10

    /// Counts a request that runs or is refused.
    mutating func add(isAdmitted: Bool, at now: ContinuousClock.Instant) {
        var window = window ?? Window(start: now)
        if isAdmitted { window.admittedCount += 1 } else { window.refusedCount += 1 }
        self.window = window
        let limit = max(1, window.admittedCount / Self.admittedPerRefusal)
        let time = now - window.start
        if time >= Self.growthTime, window.refusedCount > limit {
            average = min(average * 2, Self.range.upperBound)
            self.window = nil
        } else if time >= .seconds(2 * average) {
            if window.refusedCount * 4 < limit { average = max(average / 2, Self.range.lowerBound) }
            self.window = nil
        }
    }

    /// The pause of one caller, in seconds. They differ, since callers who all return at once would be refused again.
    /// - Parameter random: from 0 to less than 1.
    func seconds(_ random: Double) -> Int {
        max(1, Int((average * (0.5 + random)).rounded()))
    }
}
