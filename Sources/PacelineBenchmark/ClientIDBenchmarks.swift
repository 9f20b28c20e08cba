import Foundation
import Paceline
import PacelineEngine

/// Measures the cost of ids that clients chose. People who have some and people who have none act in turn, in one run,
/// so that the machine's load affects both.
struct ClientIDBenchmarks {
    let engine: Engine
    let community: LargeCommunity
    /// The engine's time.
    let now: Date
    private let clock = ContinuousClock()

    private static let people = 64
    private static let idsEach = 20

    init(engine: Engine, community: LargeCommunity, now: Date) {
        self.engine = engine
        self.community = community
        self.now = now
    }

    /// The numbers of people without such ids, and of people with some.
    private var without: Range<Int> { community.popular + 5_000..<community.popular + 5_000 + Self.people }
    private var with: Range<Int> { without.upperBound..<without.upperBound + Self.people }

    /// - Parameter names: prefixes of the benchmarks to run; empty for all.
    func run(_ names: some Collection<String>) async throws -> [Measurement] {
        try await Measurement.all(
            names,
            [
                (
                    "Client ids: durable kudos of people who have some, relative to others",
                    { name in
                        try await publish()
                        let ratio = try await kudosRatio()
                        return Measurement(name, ratio: ratio, goal: "≥ 0.97", isReached: ratio >= 0.97)
                    }
                ),
                (
                    "Client ids: time of a feed page of people who have some, relative to others",
                    { name in
                        try await publish()
                        let ratio = try await feedRatio()
                        return Measurement(name, ratio: ratio, goal: "≤ 1.03", isReached: ratio <= 1.03)
                    }
                ),
            ])
    }

    /// Publishes workouts of everyone: those of half of the people under ids of other people's workouts, so that each
    /// gets an id of its own. Repeating it adds nothing.
    private func publish() async throws {
        for (place, person) in with.enumerated() {
            for index in 0..<Self.idsEach {
                let taken = community.workout(place * Self.idsEach + index)
                try await publish(as: taken.uuid, by: person)
            }
        }
        for (place, person) in without.enumerated() {
            var random = SeededRandom(seed: UInt64(place))
            for _ in 0..<Self.idsEach {
                try await publish(as: UUID.version4(using: &random), by: person)
            }
        }
    }

    private func publish(as id: UUID, by person: Int) async throws {
        let draft = WorkoutDraft(
            type: .rowing, title: "2000m", startedAt: now.addingTimeInterval(-86_400), duration: 480,
            measures: WorkoutMeasures(distance: 2_000), visibility: .private)
        _ = try await engine.session(for: LargeCommunity.person(person))
            .publish(draft, as: Workout.ID(id), ifMatch: nil)
    }

    private func kudosRatio() async throws -> Double {
        var seconds = (without: 0.0, with: 0.0)
        for round in 0..<8 {
            // Each kind goes first as often as the other.
            if round % 4 == 0 || round % 4 == 3 {
                seconds.without += try await giveKudos(without)
            } else {
                seconds.with += try await giveKudos(with)
            }
        }
        return seconds.without / seconds.with
    }

    /// - Returns: how long it took, in seconds.
    private func giveKudos(_ people: Range<Int>) async throws -> Double {
        let start = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in people {
                group.addTask {
                    let session = engine.session(for: LargeCommunity.person(person))
                    // Not seeded: repeating an earlier run's kudos would write nothing.
                    var random = SystemRandomNumberGenerator()
                    for _ in 0..<500 {
                        // Visibilities repeat every eight workouts; the third is public.
                        let number = Int.random(in: 0..<community.workouts / 8, using: &random) * 8 + 2
                        _ = try await session.giveKudos(to: community.workout(number), big: false)
                    }
                }
            }
            try await group.waitForAll()
        }
        return (clock.now - start).milliseconds / 1_000
    }

    /// The ratio of the medians.
    private func feedRatio() async throws -> Double {
        var times = (without: [Duration](), with: [Duration]())
        for round in 0..<40 {
            for offset in 0..<Self.people {
                let first = try await time(of: without.lowerBound + offset)
                let second = try await time(of: with.lowerBound + offset)
                // The first rounds fill the caches.
                guard round >= 10 else { continue }
                times.without.append(first)
                times.with.append(second)
            }
        }
        let middle = times.with.count / 2
        return times.with.sorted()[middle] / times.without.sorted()[middle]
    }

    private func time(of person: Int) async throws -> Duration {
        let session = engine.session(for: LargeCommunity.person(person))
        let start = clock.now
        _ = try await session.feed(FeedQuery(), PageRequest())
        return clock.now - start
    }
}
