import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// Event streams, and readers that stay connected while the world changes. Each feature's part checks the events about
/// that feature.
struct LivePart: WorldPart {
    var readers: [LiveReader] = []
    /// Decides when readers read, independently of the random world.
    var chance = SeededRandom(seed: 0)

    static func setUp(in world: inout RandomWorld) async throws {
        world.live.chance = SeededRandom(seed: world.seed)
        if world.hasReaders { try await world.openStreams() }
    }

    static func afterStep(since before: RandomWorld, in world: inout RandomWorld) async throws {
        if world.hasReaders { try await world.readStreams(since: before) }
    }

    static func finish(in world: inout RandomWorld) async throws { try await world.readStreams { _ in true } }

    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts) {
        if case .itemRemoved(let item) = content { facts = facts.filter { $0.key.item != item } }
    }

    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        try await world.checkStream(of: viewer)
    }

    /// Checks that the event is visible to the viewer and matches what is shown.
    static func check(
        _ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool, in world: RandomWorld
    ) async throws {
        let place = "\(content.summary) delivered to \(viewer)"
        if content == .reset { throw PrivacyMismatch(description: place) }
        if case .itemRemoved(let item) = content { try expect(world.sees(viewer, item), false, place) }
        guard case .item(let card) = content else { return }
        try expect(world.sees(viewer, card.id), true, place)
        guard isCurrent else { return }
        var shown = try await world.session(viewer).item(card.id)
        if case .workout(var workout) = shown.content {
            workout.detail = nil
            shown.content = .workout(workout)
        }
        try expect(card, shown, place)
    }
}

extension RandomWorld {
    fileprivate var live: LivePart {
        get { self[LivePart.self] }
        set { self[LivePart.self] = newValue }
    }

    private var readers: [LiveReader] {
        get { live.readers }
        set { live.readers = newValue }
    }

    /// Every fifth world has readers, since they are slow.
    fileprivate var hasReaders: Bool { seed.isMultiple(of: 5) }

    /// Half of the readers read after every step, the others now and then; one person has two streams.
    ///
    /// Everyone follows the first person, and two people have blocked each other, so that some events go to most
    /// readers but not to all.
    fileprivate mutating func openStreams() async throws {
        for person in people.indices.dropFirst() { try await befriend(person, 0) }
        try await block(people.count - 2, people.count - 1)
        for (number, viewer) in ([0] + Array(people.indices)).enumerated() {
            readers.append(
                try await LiveReader(viewer, isPrompt: number.isMultiple(of: 2), watching: [], in: self))
        }
    }

    /// Lets readers read after a step, and compares what they know with the world.
    fileprivate mutating func readStreams(since before: RandomWorld) async throws {
        update(since: before)
        var chance = live.chance
        for number in readers.indices where Int.random(in: 0..<12, using: &chance) == 0 {
            let watched = Set(
                workouts.map(\.id.item).shuffled(using: &chance).prefix(2))
            try await readers[number].resume(watching: watched, in: self)
        }
        try await readStreams { $0.isPrompt || Int.random(in: 0..<6, using: &chance) == 0 }
        live.chance = chance
    }

    /// Lets the readers receive all events, and checks them.
    ///
    /// Prompt readers come first: once they are up to date, the hub has processed all events and must not deliver
    /// queued events to slow readers that have become hidden.
    fileprivate mutating func readStreams(_ isReading: (LiveReader) -> Bool) async throws {
        let reading = readers.indices.filter { isReading(readers[$0]) }
        try await readStreams(reading.filter { readers[$0].isPrompt })
        try await readStreams(reading.filter { !readers[$0].isPrompt })
    }

    private mutating func readStreams(_ reading: [Int]) async throws {
        for (number, listening, contents) in try await receive(reading) {
            var reader = listening
            for (place, content) in contents.enumerated() {
                // An event delivered during a change may be outdated by a later one about the same item.
                let isLast = !contents[(place + 1)...].contains { $0.item == content.item }
                try await check(content, deliveredTo: reader.viewer, isCurrent: reader.isPrompt && isLast)
                reader.apply(content)
            }
            reader.forgetItems(where: { isOutsideStream($0, of: listening) })
            try expect(reader.missing, [], "\(reader) does not know, after \(contents.map(\.summary))")
            readers[number] = reader
        }
    }

    private func isOutsideStream(_ item: FeedItem.ID, of reader: LiveReader) -> Bool {
        let owner = items.first { $0.id == item }?.owner
        return owner.map { !receives(reader.viewer, of: item, by: $0, watching: reader.watched) } ?? false
    }

    private mutating func update(since before: RandomWorld) {
        let isAboutPeople =
            before[GraphPart.self] != self[GraphPart.self]
            || before.people.map(\.privacyLevel) != people.map(\.privacyLevel)
            || before.people.map(\.age) != people.map(\.age)
        let isBlock = before.blocks != blocks
        // Only friends of a child see their comments, and to other minors streams bring those of friends only.
        let mayHideComments = isBlock || before.follows != follows && people.contains { !$0.isAdult }
        for number in readers.indices {
            let old = readers[number].now
            let next = facts(knownTo: readers[number].viewer, watching: readers[number].watched)
            readers[number].update(to: next) { fact, changed in
                switch fact.guarantee {
                case .always: true
                case .whileRelationshipsHold: !isAboutPeople
                case .withinKnownItem: !isAboutPeople && !changed.contains { $0.isItem(of: fact) }
                case .whileVisible: old[fact] != nil && next[fact] != nil
                case .unlessBlocked: !isBlock
                }
            }
            if isAboutPeople { readers[number].excuseRemovals() }
            if mayHideComments { readers[number].excuseReactions() }
            let unannounced = ReactionPart.unannouncedKudos(
                to: readers[number].viewer, since: before, in: self)
            readers[number].excuse(unannounced)
        }
    }
}

extension RandomWorld {
    private typealias Received = (number: Int, reader: LiveReader, contents: [LiveEvent.Content])

    /// The events that each reader receives until there are no more.
    private func receive(_ numbers: [Int]) async throws -> [Received] {
        guard !numbers.isEmpty else { return [] }
        let end = try await newestEvent()
        return try await withThrowingTaskGroup(of: Received?.self) { group in
            for number in numbers {
                group.addTask {
                    var reader = readers[number]
                    let contents = try await reader.receive(upTo: end, in: self)
                    return (number, reader, contents)
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    try await engine.live.heartbeat()
                    await Task.yield()
                }
                return nil
            }
            var results: [Received] = []
            while results.count < numbers.count, let result = try await group.next() {
                if let result { results.append(result) }
            }
            group.cancelAll()
            return results.sorted { $0.number < $1.number }
        }
    }

    private func newestEvent() async throws -> LogPosition {
        try await database.read { connection in
            try connection.fetchFirst(
                "SELECT tx, sequence FROM events ORDER BY tx DESC, sequence DESC LIMIT 1"
            ) { LogPosition(transaction: $0[0], sequence: $0[1]) } ?? .start
        }
    }
}

extension RandomWorld {
    /// Checks the viewer's stream from the beginning against the current rule.
    fileprivate func checkStream(of viewer: Int) async throws {
        let watched = workouts.indices.filter { ($0 + viewer).isMultiple(of: 3) }.map { workouts[$0].id.item }
        var delivered: Set<FeedItem.ID> = []
        for content in try await past(of: viewer, watching: watched) {
            try await check(content, deliveredTo: viewer, isCurrent: true)
            if case .item(let card) = content { delivered.insert(card.id) }
        }
        for workout in workouts {
            try expect(
                delivered.contains(workout.id.item), knows(viewer, workout, watching: Set(watched)),
                "workout of \(workout.owner) delivered to \(viewer)")
        }
    }

    private func past(of viewer: Int, watching items: [FeedItem.ID]) async throws -> [LiveEvent.Content] {
        var past: [LiveEvent.Content] = []
        for try await event in session(viewer).events(after: .start, watching: items) {
            if event.content == .upToDate { break }
            past.append(event.content)
        }
        return past
    }
}

extension LiveEvent.Content {
    /// The item that the event is about.
    var item: FeedItem.ID? {
        switch self {
        case .item(let card): card.id
        case .itemRemoved(let item), .commentRemoved(_, item: let item, _): item
        case .kudos(let change): change.item
        case .comment(let comment, _): comment.item
        default: nil
        }
    }

    /// A description for failed tests.
    var summary: String {
        switch self {
        case .item(let card): "item \(card.id)"
        case .kudos(let change): "\(change.kudosCount) kudos for \(change.item)"
        case .comment(let comment, let count): "comment \(comment.id), one of \(count) on \(comment.item)"
        case .request(let request): "request from \(request.from.username) to \(request.to.username)"
        default: "\(self)"
        }
    }
}
