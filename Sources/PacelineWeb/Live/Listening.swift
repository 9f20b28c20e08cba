import Hummingbird
import Paceline
import PacelineEngine
import PacelineServer

/// A page that wants to hear what happens.
struct Listening: Sendable {
    let session: Session
    /// After which event; nil begins now.
    let position: LogPosition?
    /// The items that the page shows, whoever published them.
    let items: [FeedItem.ID]
    let words: LiveWords
}

extension WebApp {
    /// The answer that goes on for as long as the page is open.
    /// - Throws: ``SocialError/Code/limitReached`` when the person has too many of them.
    func stream(to listening: Listening, _ admission: Admission) async throws -> Response {
        let renderer = renderer
        return try await admission.stream { event in
            try listening.words.say(event, renderer)
        } _: {
            try await listening.session.stream(after: listening.position, watching: listening.items)
        }
    }
}
