import Foundation
import Paceline
import PacelineClient
import Testing

/// Something that Ana does: a workout shared with some, or a comment under the one that strangers have open.
struct Post: Sendable {
    let title: String
    /// Whom the workout is shared with; nil for a comment.
    let visibility: ItemVisibility?

    /// Every fifth is a comment, the others are shared with more and more.
    init(title: String, number: Int) {
        self.title = title
        visibility = ItemVisibility(rawValue: number % 5)
    }
}

/// Ana, and those who listen to her, each of whom may hear other things.
struct LiveScenario: Sendable {
    struct Listener: Sendable {
        let name: String
        let token: String
        /// What they have open.
        var watched: [FeedItem.ID] = []
        /// How openly Ana must share a workout for them to be told of it; nil when they never are.
        var minimumVisibility: ItemVisibility?
        var receivesComments = true

        func mayReceive(_ post: Post) -> Bool {
            guard let visibility = post.visibility else { return receivesComments }
            return minimumVisibility.map { visibility >= $0 } ?? false
        }
    }

    let ana: String
    /// A workout of Ana's that everybody may see.
    let open: Workout.ID
    let listeners: [Listener]

    /// A friend, a follower, a stranger who has an item open, and somebody whom Ana has blocked, who has it open too.
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

    /// Two for each listener at each of the servers.
    func subscriptions(at urls: [URL]) -> [LiveSubscription] {
        // Whoever begins while the server is away tries until it is back.
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

    /// Each listener hears the word from themselves, and nobody else does: it shows that they have received all before it.
    func publishMarker(_ title: String, at url: URL) async throws {
        for listener in listeners {
            try await Self.publish(title, .private, as: listener.token, Workout.ID(UUID()), at: url)
        }
    }

    private static func publish(
        _ title: String, _ visibility: ItemVisibility, as token: String, _ id: Workout.ID, at url: URL
    ) async throws {
        let draft = WorkoutDraft(
            type: .rowing, title: title, startedAt: Date(timeIntervalSince1970: 1_700_000_000), duration: 60,
            visibility: visibility)
        _ = try await RemoteServer(url: url).session(token: token).publish(draft, as: id, ifMatch: nil)
    }
}
