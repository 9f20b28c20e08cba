import Foundation
import Paceline
import PacelineDatabase

/// Keeps when each person was last active, which is when they last trained or played: among strangers, those who were
/// active lately are suggested.
///
/// Nobody waits for it, so it is followed now and then, and a person is noted once for all that they have done since.
struct ActivityFollower: LogFollower {
    let name = "activity"
    let isPrompt = false
    let start = LogStart.beginning

    func follow(_ events: [LoggedEvent], _ log: FollowerContext) throws {
        var latest: [Person.ID: Date] = [:]
        for event in events where event.kind.traits.isActivity {
            latest[event.person] = max(event.at, latest[event.person] ?? event.at)
        }
        // In one order, so that two transactions cannot wait for each other.
        for (person, instant) in latest.sorted(by: { $0.key < $1.key }) {
            try log.connection.send(
                "UPDATE people SET active_at = \(instant) WHERE id = \(person) AND active_at < \(instant)")
        }
    }
}
