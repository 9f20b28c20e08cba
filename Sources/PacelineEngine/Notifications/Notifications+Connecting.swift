import Paceline
import PacelineDatabase

extension NotificationWriter {
    /// Skips requests that were cancelled and sent again more than once: each could bring another display name.
    func requestSent(_ event: LoggedEvent) throws {
        guard let other = event.other,
            let request = try connection.request(ConnectionRequest.ID(event.subject)),
            request.state == .pending, try !connection.followsCancelledOnes(request)
        else { return }
        try notify(other, [.requestReceived], of: .request(request.id), by: event.person, at: event.at)
    }

    func requestAccepted(_ event: LoggedEvent) throws {
        try requestEnded(event)
        let request = ConnectionRequest.ID(event.subject)
        guard let other = event.other, try state(of: request) == .accepted else { return }
        try notify(other, [.requestAccepted], of: .request(request), by: event.person, at: event.at)
    }

    func requestEnded(_ event: LoggedEvent) throws {
        let request = ConnectionRequest.ID(event.subject)
        try delete(where: "request = \(request) AND kind = \(NotificationKind.requestReceived)")
    }

    /// Skips people who already followed and only changed their preferences.
    func followed(_ event: LoggedEvent) throws {
        guard let followee = event.other else { return }
        let isNew = try connection.exists(
            """
            SELECT 1 FROM edges
            WHERE follower = \(event.person) AND followee = \(followee) AND created_at = \(event.at)
            """)
        guard isNew else { return }
        let day = try connection.day(of: event.at, for: followee)
        try notify(followee, [.newFollower], of: .day(day), by: event.person, at: event.at)
    }

    private func state(of request: ConnectionRequest.ID) throws -> ConnectionRequest.State? {
        try connection.fetchFirst("SELECT state FROM requests WHERE id = \(request)") {
            $0[0] as ConnectionRequest.State
        }
    }
}
