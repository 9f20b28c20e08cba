import Hummingbird
import Paceline
import PacelineEngine
import PacelineServer

/// A page that wants to hear what happens.
struct StreamSubscription: Sendable {
    let session: Session
    /// After which event; nil begins now.
    let position: LogPosition?
    /// The items that the page shows, whoever published them.
    let items: [FeedItem.ID]
    let eventRenderer: LiveEventRenderer
}

extension WebApp {
    /// The answer that goes on for as long as the page is open.
    /// - Throws: ``SocialError/Code/limitReached`` when the person has too many of them.
    func stream(to subscription: StreamSubscription, _ admission: Admission) async throws -> Response {
        let renderer = renderer
        return try await admission.stream { event in
            try subscription.eventRenderer.message(for: event, renderer)
        } _: {
            try await subscription.session.stream(after: subscription.position, watching: subscription.items)
        }
    }
}
