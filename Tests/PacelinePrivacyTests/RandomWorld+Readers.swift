import Paceline
import PacelineDatabase
import PacelineEngine

// People who listen while the world goes on.
extension RandomWorld {
    /// In every fifth world somebody listens, since it takes its time.
    var hasReaders: Bool { seed.isMultiple(of: 5) }

    /// Half of them read at once, the other half now and then, and one of them listens on two devices.
    ///
    /// All of them hear of the first, and two of them are apart, so that there are things that most are told and one is
    /// not.
    mutating func beginListening() async throws {
        for person in people.indices.dropFirst() { try await befriend(person, 0) }
        try await block(people.count - 2, people.count - 1)
        for (number, viewer) in ([0] + Array(people.indices)).enumerated() {
            readers.append(
                try await LiveReader(viewer, isPrompt: number.isMultiple(of: 2), watching: [], in: self))
        }
    }

    /// Does a step, and has everybody who reads after it hold what they are told against what is now.
    mutating func stepHeard(_ random: inout SeededRandom, _ chance: inout SeededRandom) async throws {
        let before = self
        try await step(&random)
        notice(since: before)
        for number in readers.indices where Int.random(in: 0..<12, using: &chance) == 0 {
            let watched = Set(
                workouts.indices.shuffled(using: &chance).prefix(2).map { workouts[$0].id.item })
            try await readers[number].resume(watching: watched, in: self)
        }
        try await hear { $0.isPrompt || Int.random(in: 0..<6, using: &chance) == 0 }
    }

    /// Has the readers hear everything, and checks it.
    ///
    /// Those who read at once come first: once they are up to date, the hub knows what has happened, and is to tell the
    /// slow ones nothing that waits and has come to be hidden.
    mutating func hear(_ isReading: (LiveReader) -> Bool) async throws {
        let reading = readers.indices.filter { isReading(readers[$0]) }
        try await hear(reading.filter { readers[$0].isPrompt })
        try await hear(reading.filter { !readers[$0].isPrompt })
    }

    private mutating func hear(_ reading: [Int]) async throws {
        for (number, listening, told) in try await told(reading) {
            var reader = listening
            for (place, content) in told.enumerated() {
                // What was told before the change was over may have been overtaken by what was told at its end.
                let isLast = !told[(place + 1)...].contains { $0.item == content.item }
                try await check(content, toldTo: reader.viewer, isAsItIs: reader.isPrompt && isLast)
                reader.note(content)
            }
            reader.forgetItems(where: { isOutOfHearing($0, of: listening) })
            try expect(reader.missing, [], "\(reader) does not know, after \(told.map(\.summary))")
            readers[number] = reader
        }
    }

    private func isOutOfHearing(_ item: FeedItem.ID, of reader: LiveReader) -> Bool {
        owner(of: item).map { !hears(reader.viewer, of: item, by: $0, watching: reader.watched) } ?? false
    }

    private mutating func notice(since before: RandomWorld) {
        let isAboutPeople =
            (before.follows, before.blocks, before.mutes) != (follows, blocks, mutes)
            || before.people.map(\.privacyLevel) != people.map(\.privacyLevel)
        let isBlock = before.blocks != blocks
        for number in readers.indices {
            let old = readers[number].now
            let next = facts(knownTo: readers[number].viewer, watching: readers[number].watched)
            readers[number].notice(next) { fact, changed in
                switch fact {
                case .item, .kudos, .commentCount: !isAboutPeople
                // Whoever is shown an item loads its comments.
                case .comment(_, on: let item): !isAboutPeople && !changed.contains(.item(item))
                case .relationship: old[fact] != nil && next[fact] != nil
                case .group: !isBlock
                case .account: true
                }
            }
            if isAboutPeople { readers[number].excuseEnds() }
            if isBlock { readers[number].excuseReactions() }
        }
    }

    private func owner(of item: FeedItem.ID) -> Int? {
        workouts.first { $0.id.item == item }?.owner ?? scores.first { $0.id == item }?.owner
    }
}

extension RandomWorld {
    private typealias Hearing = (number: Int, reader: LiveReader, told: [LiveEvent.Content])

    /// What each of the readers is told until nothing is left to tell.
    private func told(_ numbers: [Int]) async throws -> [Hearing] {
        guard !numbers.isEmpty else { return [] }
        let end = try await newestEvent()
        return try await withThrowingTaskGroup(of: Hearing?.self) { group in
            for number in numbers {
                group.addTask {
                    var reader = readers[number]
                    let told = try await reader.hears(upTo: end, in: self)
                    return (number, reader, told)
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    try await engine.live.beat()
                    await Task.yield()
                }
                return nil
            }
            var hearings: [Hearing] = []
            while hearings.count < numbers.count, let result = try await group.next() {
                if let result { hearings.append(result) }
            }
            group.cancelAll()
            return hearings.sorted { $0.number < $1.number }
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
