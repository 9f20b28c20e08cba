import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import PacelineEngine

extension LocalCommunity {
    /// Opens a small community in memory for SwiftUI previews and an app's own tests: eight people around a rowing
    /// club, with workouts, puzzle scores, a group, comments, and an inbox with unread entries.
    ///
    /// ```swift
    /// let community = try await LocalCommunity.preview()
    /// let maya = try await community.session(named: LocalCommunity.Preview.username)
    /// let feed = try await maya.feed(FeedQuery(), PageRequest())
    /// ```
    ///
    /// The same instant gives the same people, items, identifiers, keys and dates in every run. Tokens of sessions and
    /// positions in the log differ. The community's clock starts at the instant and advances by a millisecond at each
    /// reading.
    ///
    /// - Parameter now: the instant at which the community is opened. Pass `.now` to show times such as
    ///   “5 hours ago”.
    public static func preview(now: Date = Preview.now) async throws -> LocalCommunity {
        let clock = PreviewClock()
        var environment = EngineEnvironment(now: { clock.read() }, passwordCost: .fast)
        environment.commands = EndpointCommands()
        environment.random = .seeded(1)
        environment.quotas = .none
        let community = try await LocalCommunity(environment) {
            try SQLiteDatabase.inMemory(profile: .device)
        }
        var story = PreviewStory(engine: community.engine, clock: clock, now: now)
        try await story.create()
        return community
    }

    /// Constants of the community that ``preview(now:)`` opens.
    public enum Preview {
        /// The username to show the app as. Maya has friends, a group, a full feed, requests and notifications.
        public static let username = "maya"
        /// Everyone's password, for sign-in screens.
        public static let password = "paceline-preview"
        /// The usernames of all members, in the order in which they joined.
        public static let usernames = PreviewMember.allCases.map(\.rawValue)
        /// The default instant: Saturday, 21 November 2026, 18:00 UTC.
        public static let now = Date(timeIntervalSince1970: 1_795_284_000)
    }
}
