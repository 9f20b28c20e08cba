import Foundation
import Paceline
import PacelineClient
import Testing

/// Something that Ana posts: a workout, or a comment on the workout that strangers have open.
struct Post: Sendable {
    let title: String
    /// The visibility of the workout; nil for a comment.
    let visibility: ItemVisibility?

    /// Cycles through the visibilities; every fifth post is a comment.
    init(title: String, number: Int) {
        self.title = title
        visibility = ItemVisibility(rawValue: number % 5)
    }
}

/// Ana and her listeners, who receive different events.
struct LiveScenario: Sendable {
    struct Listener: Sendable {
        let name: String
        let token: String
        /// The items they have open.
        var watched: [FeedItem.ID] = []
        /// The lowest visibility of Ana's workouts that they receive; nil if they receive none.
        var minimumVisibility: ItemVisibility?
        var receivesComments = true

        func mayReceive(_ post: Post) -> Bool {
            guard let visibility = post.visibility else { return receivesComments }
            return minimumVisibility.map { visibility >= $0 } ?? false
        }
    }

    let ana: String
    /// A public workout of Ana's.
    let open: Workout.ID
    let listeners: [Listener]

    /// Signs up a friend, a follower, a stranger who has a workout open, and a blocked person who has it open too.
    static func create(at url: URL) async throws -> LiveScenario {
        let server = RemoteServer(url: url)
        var signedIn: [String: SignedIn] = [:]
        for name in ["ana", "friend", "follower", "stranger", "blocked"] {
            let birthDate = try #require(Day(number: 1990_01_01))
            signedIn[name] = try await server.signUp(
                SignUp(
                    username: "\(name)_live", password: "correct horse battery", birthDate: birthDate))
        }
        func person(_ name: String) throws -> SignedIn { try #require(signedIn[name]) }
        let ana = try person("ana")
        let open = Workout.ID(UUID())
        try await publish("Open", .public, as: ana.token, open, at: url)
        let session = server.session(token: ana.token)
        let request = try await session.request(
            RequestDraft(to: .person(.id(try person("friend").person.id))))
        _ = try await server.session(token: try person("friend").token).accept(request.id)
        _ = try await server.session(token: try person("follower").token)
            .follow(.id(ana.person.id), notifications: nil)
        try await session.block(.id(try person("blocked").person.id))
        return LiveScenario(
            ana: ana.token, open: open,
            listeners: [
                Listener(name: "friend", token: try person("friend").token, minimumVisibility: .friends),
                Listener(
                    name: "follower", token: try person("follower").token, minimumVisibility: .followers),
                Listener(name: "stranger", token: try person("stranger").token, watched: [open.item]),
                Listener(
                    name: "blocked", token: try person("blocked").token, watched: [open.item],
                    receivesComments: false),
            ])
    }

    /// Creates two subscriptions for each listener on each server.
    func subscriptions(at urls: [URL]) -> [LiveSubscription] {
        // Enough retries to start while a server is down.
        let retry = RetryPolicy(retries: 100)
        return listeners.flatMap { listener in
            urls.flatMap { url in
                (0..<2).map { _ in
                    LiveSubscription(
                        listener, RemoteServer(url: url, retry: retry).session(token: listener.token))
                }
            }
        }
    }

    func publish(_ post: Post, at url: URL) async throws {
        if let visibility = post.visibility {
            try await Self.publish(post.title, visibility, as: ana, Workout.ID(UUID()), at: url)
        } else {
            _ = try await RemoteServer(url: url).session(token: ana)
                .comment(CommentDraft(text: post.title), on: open.item)
        }
    }

    /// Publishes a private workout of each listener, which only they receive, to mark the end of the events before it.
    func publishMarker(_ title: String, at url: URL) async throws {
        for listener in listeners {
            try await Self.publish(title, .private, as: listener.token, Workout.ID(UUID()), at: url)
        }
    }

    private static func publish(
        _ title: String, _ visibility: ItemVisibility, as token: String, _ id: Workout.ID, at url: URL
    ) async throws {
        // A day has a limited number of workouts.
        let startedAt = Date(timeIntervalSince1970: .random(in: 1_600_000_000...1_700_000_000))
        let draft = WorkoutDraft(
            type: .rowing, title: title, startedAt: startedAt, duration: 60, visibility: visibility)
        _ = try await RemoteServer(url: url).session(token: token).publish(draft, as: id, ifMatch: nil)
    }
}
