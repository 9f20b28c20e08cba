import Foundation
import Paceline
import PacelineAPI
import PacelineEngine

/// Measures what devices cost that send their changes as numbered commands. Direct writes and commands take turns in one
/// run, so that the machine's load affects both.
struct SyncBenchmarks {
    let engine: Engine
    let community: LargeCommunity
    private let clock = ContinuousClock()

    /// - Parameter names: prefixes of the benchmarks to run; empty for all.
    func run(_ names: some Collection<String>) async throws -> [Measurement] {
        try await Measurement.all(
            names,
            [
                ("Sync without news", { Measurement($0, try await emptySyncs(), p50: 0.5) }),
                (
                    "Sync of \(SyncRequest.commandLimit) kudos: time of each beyond that of kudos alone",
                    { Measurement($0, milliseconds: try await receiptTime(), atMost: 0.015) }
                ),
            ])
    }

    private func emptySyncs() async throws -> Timings {
        var devices: [(session: Session, request: SyncRequest)] = []
        for person in 0..<64 { devices.append(try await device(of: person)) }
        var next = 0
        return try await Timings.measuring(2_000) {
            let (session, request) = devices[next % devices.count]
            next += 1
            return { _ = try await session.sync(request) }
        }
    }

    /// Compares kudos that are given one by one, and a sync after them, with a sync that gives as many: both also make
    /// the changes for devices. The difference is what receipts take, and reading the commands.
    /// - Returns: the mean of the medians of both orders for one of the kudos, in milliseconds.
    private func receiptTime() async throws -> Double {
        // The order alternates, because the second run competes with the notifications of the first.
        var (directFirst, commandsFirst) = ([] as [Double], [] as [Double])
        for person in 0..<100 {
            var (session, request) = try await device(of: person)
            if person.isMultiple(of: 2) {
                let direct = try await directTime(session, &request)
                directFirst.append(try await commandTime(session, &request) - direct)
            } else {
                let commands = try await commandTime(session, &request)
                commandsFirst.append(commands - (try await directTime(session, &request)))
            }
        }
        return (median(directFirst) + median(commandsFirst)) / Double(2 * SyncRequest.commandLimit)
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private func directTime(_ session: Session, _ request: inout SyncRequest) async throws -> Double {
        let items = randomItems()
        let start = clock.now
        for item in items { _ = try await session.giveKudos(to: item, big: false) }
        request.since = try await session.sync(request).next
        return (clock.now - start).milliseconds
    }

    private func commandTime(_ session: Session, _ request: inout SyncRequest) async throws -> Double {
        let items = randomItems()
        request.commands = try items.enumerated().map { index, item in
            try SyncCommand(
                number: index + 1, API.giveKudos, ItemPath(item), NoParameters(), KudosDraft())
        }
        let start = clock.now
        let answer = try await session.sync(request)
        let time = (clock.now - start).milliseconds
        guard answer.results.count == items.count, answer.results.allSatisfy({ $0.status == 200 }) else {
            throw BenchmarkFailure("A command was not carried out.")
        }
        request.since = answer.next
        request.commands = []
        return time
    }

    /// A device that knows all changes.
    private func device(of person: Int) async throws -> (session: Session, request: SyncRequest) {
        let session = engine.session(for: LargeCommunity.person(community.popular + person))
            .interpreting(EndpointCommands())
        var request = SyncRequest(device: SyncDevice.ID(UUID()))
        request.since = try await session.sync(request).next
        return (session, request)
    }

    /// Not seeded: repeating an earlier run's kudos would write nothing.
    private func randomItems() -> [FeedItem.ID] {
        // Visibilities repeat every eight workouts; the third is public.
        (0..<SyncRequest.commandLimit).map { _ in
            community.workout(Int.random(in: 0..<community.workouts / 8) * 8 + 2)
        }
    }
}
