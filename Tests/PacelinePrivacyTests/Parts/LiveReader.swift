import Paceline
import PacelineEngine

/// Somebody who listens while a world goes on, and what they know from what they have been told.
struct LiveReader: Sendable {
    let viewer: Int
    /// Whether they read after each change; the others let it wait.
    let isPrompt: Bool
    private(set) var watched: Set<FeedItem.ID>
    private(set) var known: Facts
    /// What they would know who have missed nothing.
    private(set) var now: Facts
    /// What has become different without a word, as things do when people part or turn to each other: an app loads
    /// these anew. What they know of it need not be right until the stream has to tell of it again.
    private(set) var unannounced: Set<Fact> = []
    private var stream: LiveStream
    private var position: LogPosition

    /// Begins to listen at a world in which nothing is going on.
    init(_ viewer: Int, isPrompt: Bool, watching items: Set<FeedItem.ID>, in world: RandomWorld) async throws
    {
        self.viewer = viewer
        self.isPrompt = isPrompt
        watched = items
        now = world.facts(knownTo: viewer, watching: items)
        known = now
        stream = try await world.session(viewer).stream(after: nil, watching: items.sorted())
        guard let first = try await stream.next() else {
            throw PrivacyMismatch(description: "the stream of \(viewer) is over before it begins")
        }
        position = first.position
    }

    /// Everything that is told up to a position, in order. Somebody has to let the hub beat meanwhile.
    mutating func receive(upTo end: LogPosition, in world: RandomWorld) async throws -> [LiveEvent.Content] {
        var received: [LiveEvent.Content] = []
        while true {
            try Task.checkCancellation()
            guard let event = try await stream.next() else {
                try await resume(watching: watched, in: world)
                continue
            }
            position = event.position
            if event.content != .upToDate {
                received.append(event.content)
            } else if position >= end {
                return received
            }
        }
    }

    /// Drops the stream, whatever waits there, and takes it up again, perhaps with other items open.
    mutating func resume(watching items: Set<FeedItem.ID>, in world: RandomWorld) async throws {
        stream.end()
        stream = try await world.session(viewer).stream(after: position, watching: items.sorted())
        let closed = watched.subtracting(items)
        excuseRemovals(of: closed.contains)
        watched = items
        let next = world.facts(knownTo: viewer, watching: items)
        for fact in next.differences(from: now) {
            if now[fact] == nil { known[fact] = next[fact] } else { unannounced.insert(fact) }
        }
        now = next
    }

    /// Learns what has changed, to be held against what is told.
    /// - Parameter isToBeTold: whether the stream has to tell of the change of a fact from the one words to the others.
    mutating func update(
        to next: Facts, _ mustDeliver: (Fact, _ changed: Set<Fact>) -> Bool
    ) {
        let changed = next.differences(from: now)
        for fact in changed {
            if mustDeliver(fact, changed) { unannounced.remove(fact) } else { unannounced.insert(fact) }
        }
        now = next
    }

    /// Counts as unannounced what has ended and waits to be told: whoever parts from somebody, or closes an item, is not told
    /// of it any more.
    mutating func excuseRemovals(of isExcused: (FeedItem.ID) -> Bool = { _ in true }) {
        unannounced.formUnion(known.keys.filter { now[$0] == nil && $0.item.map(isExcused) ?? false })
    }

    /// Counts as unannounced what waits to be told of reactions: what somebody did who is hidden by now is not told any more.
    mutating func excuseReactions() {
        unannounced.formUnion(known.differences(from: now).filter(\.isReaction))
    }

    mutating func apply(_ content: LiveEvent.Content) { known.apply(content, loading: now) }

    /// Own deeds are told on things that one does not readStreams of otherwise; what becomes of these is not told.
    mutating func forgetItems(where isForgotten: (FeedItem.ID) -> Bool) {
        known = known.filter { fact, _ in fact.item.map { !isForgotten($0) } ?? true }
    }

    /// What they should know and do not, or know otherwise.
    var missing: [String] {
        known.differences(from: now).subtracting(unannounced).map { fact in
            "\(fact) is known as \(known[fact] ?? "nothing"), and is \(now[fact] ?? "nothing")"
        }
    }
}

extension LiveReader: CustomStringConvertible {
    var description: String { "\(isPrompt ? "prompt" : "slow") reader \(viewer), watching \(watched)" }
}
