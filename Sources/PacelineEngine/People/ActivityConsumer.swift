import Foundation
import Paceline
import PacelineDatabase

/// Keeps the time of each person's last workout or score, by which strangers are suggested. Only public ones count,
/// since suggestions would reveal hidden ones.
///
/// Not prompt, because no reader waits for its results.
struct ActivityConsumer: LogConsumer {
    let name = "activity"
    let isPrompt = false
    let start = LogStart.beginning

    func consume(_ events: [LoggedEvent], _ context: ConsumerContext) throws {
        var latest: [Person.ID: Date] = [:]
        for event in events where event.kind.traits.isActivity && event.visibility == .public {
            latest[event.person] = max(event.at, latest[event.person] ?? event.at)
        }
        // A fixed order avoids deadlocks.
        for (person, instant) in latest.sorted(by: { $0.key < $1.key }) {
            try context.connection.send(
                "UPDATE people SET active_at = \(instant) WHERE id = \(person) AND active_at < \(instant)")
        }
    }
}
