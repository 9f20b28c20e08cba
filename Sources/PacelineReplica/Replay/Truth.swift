import Paceline

/// A value from the server, and when it was stored.
package struct StoredValue<Value: Sendable & Equatable>: Sendable, Equatable {
    package var value: Value
    /// The store's serial when the value was written. A later value has a larger one.
    package var serial: Int64

    package init(_ value: Value, serial: Int64) {
        self.value = value
        self.serial = serial
    }
}

/// The values that the server last sent, or a part of them: the input of ``replay(_:_:)``.
package struct Truth: Sendable, Equatable {
    package var account: Account?
    package var items: [FeedItem.ID: StoredValue<FeedItem>] = [:]
    package var comments: [Comment.ID: StoredValue<Comment>] = [:]
    /// The profiles of the people whom the viewer follows.
    package var people: [Person.ID: Person] = [:]
    package var edges: [Person.ID: Relationship] = [:]
    package var mutes: Set<Person.ID> = []
    package var requests: [ConnectionRequest.ID: ConnectionRequest] = [:]
    package var groups: [LeaderboardGroup.ID: LeaderboardGroup] = [:]

    package init() {}
}

/// What a device shows: the truth with the effects of the commands in the outbox.
package struct ReplicaView: Sendable, Equatable {
    package var account: Account?
    package var items: [FeedItem.ID: FeedItem] = [:]
    package var comments: [Comment.ID: Comment] = [:]
    package var people: [Person.ID: Person] = [:]
    package var edges: [Person.ID: Relationship] = [:]
    package var mutes: Set<Person.ID> = []
    package var requests: [ConnectionRequest.ID: ConnectionRequest] = [:]
    package var groups: [LeaderboardGroup.ID: LeaderboardGroup] = [:]
    /// The queued scores. The feed shows them once the server has calculated their points.
    package var scores: [ScoreKey: ScoreDraft] = [:]
}

/// The place of a score: a person has one for each game and day.
package struct ScoreKey: Sendable, Hashable {
    package let game: Game.ID
    package let day: Day
}

/// Replays the commands of an outbox on the truth. Reads see only the result.
///
/// A pure function: commands do not change the truth, so leaving one out undoes it. It predicts the things that
/// commands act upon, with their counts, but not totals, XP and ranks, which only the server calculates.
package func replay(_ truth: Truth, _ outbox: Outbox) -> ReplicaView {
    Overlay(outbox.commands, account: truth.account).view(of: truth)
}
