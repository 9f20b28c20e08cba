import Hummingbird
import Paceline
import PacelineEngine
import PacelineServer

/// The events that a page asked for.
struct StreamSubscription: Sendable {
    let session: Session
    /// The position to resume after; nil to start now.
    let position: LogPosition?
    /// The items on the page, by any author.
    let items: [FeedItem.ID]
    let eventRenderer: LiveEventRenderer
}

extension WebApp {
    /// Streams events for as long as the page is open.
    /// - Throws: ``SocialError/Code/limitReached`` if the user has too many open streams.
    func stream(to subscription: StreamSubscription, _ context: WebsiteContext) async throws -> Response {
        let renderer = renderer
        return try await context.stream { event in
            try subscription.eventRenderer.message(for: event, renderer)
        } _: {
            try await subscription.session.stream(after: subscription.position, watching: subscription.items)
        }
    }
}
