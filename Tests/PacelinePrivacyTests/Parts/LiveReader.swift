import Paceline
import PacelineEngine

/// A reader with an event stream, and what they know from its events.
struct LiveReader: Sendable {
    let viewer: Int
    /// Whether the reader reads after every step.
    let isPrompt: Bool
    private(set) var watched: Set<FeedItem.ID>
    private(set) var known: Facts
    /// The facts that a reader who has missed nothing would know.
    private(set) var now: Facts
    /// Facts whose change the stream need not deliver, as after a change of relationships; an app reloads these. What
    /// the reader knows of them may be outdated until the stream has to deliver them again.
    private(set) var unannounced: Set<Fact> = []
    private var stream: LiveStream
    private var position: LogPosition

    /// Opens a stream while the world is idle.
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

    /// Receives all events up to a position. Heartbeats of the hub must run concurrently.
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

    /// Drops the stream with its queued events and resumes it, perhaps watching other items.
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

    /// Updates the facts to compare with.
    /// - Parameter mustDeliver: whether the stream has to deliver the change of a fact.
    mutating func update(
        to next: Facts, _ mustDeliver: (Fact, _ changed: Set<Fact>) -> Bool
    ) {
        let changed = next.differences(from: now)
        for fact in changed {
            if mustDeliver(fact, changed) { unannounced.remove(fact) } else { unannounced.insert(fact) }
        }
        now = next
    }

    /// Excuses removals that are still queued: they are no longer delivered after an unfollow or when an item is
    /// closed.
    mutating func excuseRemovals(of isExcused: (FeedItem.ID) -> Bool = { _ in true }) {
        unannounced.formUnion(known.keys.filter { now[$0] == nil && $0.item.map(isExcused) ?? false })
    }

    /// Excuses queued reactions: those of people who are hidden by now are no longer delivered.
    mutating func excuseReactions() {
        unannounced.formUnion(known.differences(from: now).filter(\.isReaction))
    }

    /// Excuses changes that the stream does not announce to this reader.
    mutating func excuse(_ facts: some Sequence<Fact>) { unannounced.formUnion(facts) }

    mutating func apply(_ content: LiveEvent.Content) { known.apply(content, loading: now) }

    /// Forgets items outside the stream. The reader receives their own reactions to these, but no later changes.
    mutating func forgetItems(where isForgotten: (FeedItem.ID) -> Bool) {
        known = known.filter { fact, _ in fact.item.map { !isForgotten($0) } ?? true }
    }

    /// Facts that the reader should know but does not, or knows differently.
    var missing: [String] {
        known.differences(from: now).subtracting(unannounced).map { fact in
            "\(fact) is known as \(known[fact] ?? "nothing"), and is \(now[fact] ?? "nothing")"
        }
    }
}

extension LiveReader: CustomStringConvertible {
    var description: String { "\(isPrompt ? "prompt" : "slow") reader \(viewer), watching \(watched)" }
}
