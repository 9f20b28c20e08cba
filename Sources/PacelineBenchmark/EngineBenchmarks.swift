import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// The benchmarks of the engine, in this process without a network.
struct EngineBenchmarks {
    let engine: Engine
    let community: LargeCommunity
    let goals: Goals
    private let clock = ContinuousClock()

    /// The goals for a kind of database, in milliseconds or per second; nil for none.
    struct Goals {
        var feedPage: (p50: Double, p99: Double?)
        var largeFeedPage: Double?
        var searchP99: Double?
        var kudosPerSecond: Double

        static let sqlite = Goals(
            feedPage: (0.4, 2), largeFeedPage: 2, searchP99: 2, kudosPerSecond: 20_000)
        static let postgres = Goals(feedPage: (1.5, nil), kudosPerSecond: 5_000)
    }

    init(engine: Engine, community: LargeCommunity, goals: Goals) {
        self.engine = engine
        self.community = community
        self.goals = goals
    }

    /// - Parameter names: prefixes of the benchmarks to run; empty for all.
    func run(_ names: some Collection<String>) async throws -> [Measurement] {
        try await Measurement.all(
            names,
            [
                (
                    "Feed page, 100 friends",
                    {
                        let times = try await feedPages(popular: false)
                        return Measurement($0, times, p50: goals.feedPage.p50, p99: goals.feedPage.p99)
                    }
                ),
                (
                    "Feed page, 500 friends",
                    { Measurement($0, try await feedPages(popular: true), p50: goals.largeFeedPage) }
                ),
                ("Search", { Measurement($0, try await searches(), p50: nil, p99: goals.searchP99) }),
                ("Page 50 of a feed against page 1", { try await depth($0) }),
                (
                    "Durable kudos, 64 callers",
                    { Measurement($0, perSecond: try await kudos(), atLeast: goals.kudosPerSecond) }
                ),
                (
                    "Durable kudos, 64 callers, while notifications are made",
                    { Measurement($0, perSecond: try await kudosWithConsumers(), atLeast: nil) }
                ),
                ("Durable write of 4 KB, the disk alone", { Measurement($0, try await disk(), p50: nil) }),
                (
                    "Share texts",
                    { Measurement($0, perSecond: try ShareTextBenchmarks.textsPerSecond(), atLeast: 5_000) }
                ),
                (
                    "Share texts, the slowest of \(ShareText.limit / 1_024) KB",
                    {
                        Measurement(
                            $0, milliseconds: try ShareTextBenchmarks.worstMilliseconds(), atMost: 100)
                    }
                ),
            ])
    }

    private func feedPages(popular isPopular: Bool) async throws -> Timings {
        var random = SeededRandom(seed: 2)
        let range = isPopular ? 0..<community.popular : community.popular..<community.people
        return try await Timings.measuring(2_000, warmUp: 2_000) {
            let session = engine.session(for: LargeCommunity.person(Int.random(in: range, using: &random)))
            return { _ = try await session.feed(FeedQuery(), PageRequest()) }
        }
    }

    private func searches() async throws -> Timings {
        var random = SeededRandom(seed: 3)
        return try await Timings.measuring(2_000) {
            let number = Int.random(in: 0..<community.people, using: &random)
            let name = LargeCommunity.username(Int.random(in: 0..<community.people, using: &random))
            let query = String(
                name.dropFirst(Int.random(in: 0...2, using: &random)).prefix(
                    Int.random(in: 1...6, using: &random)))
            let session = engine.session(for: LargeCommunity.person(number))
            return { _ = try await session.people(matching: query, PageRequest()) }
        }
    }

    /// Measures the time of page 50 relative to page 1.
    private func depth(_ name: String) async throws -> Measurement {
        var random = SeededRandom(seed: 4)
        var first: [Duration] = []
        var fiftieth: [Duration] = []
        for _ in 0..<50 {
            let number = Int.random(in: community.popular..<community.people, using: &random)
            let session = engine.session(for: LargeCommunity.person(number))
            var cursor: Cursor?
            for page in 1...50 {
                let start = clock.now
                let found = try await session.feed(FeedQuery(), PageRequest(limit: 10, cursor: cursor))
                if page == 1 { first.append(clock.now - start) }
                if page == 50 { fiftieth.append(clock.now - start) }
                cursor = found.next
            }
        }
        let ratio = fiftieth.sorted()[25] / first.sorted()[25]
        return Measurement(
            name, ratio: ratio, goal: "≈ 1 (0.5 to 1.5)",
            isReached: (0.5...1.5).contains(ratio))
    }

    /// Measures durable kudos per second with 64 callers.
    private func kudos() async throws -> Double {
        let (callers, each) = (64, 1_000)
        let start = clock.now
        try await withThrowingTaskGroup { group in
            for _ in 0..<callers {
                group.addTask {
                    // Not seeded: repeating an earlier run's kudos would write nothing.
                    var random = SystemRandomNumberGenerator()
                    for _ in 0..<each {
                        let session = engine.session(
                            for: LargeCommunity.person(Int.random(in: 0..<community.people, using: &random)))
                        // Visibilities repeat every eight workouts; the third is public.
                        let item = community.workout(
                            Int.random(in: 0..<community.workouts / 8, using: &random) * 8 + 2)
                        _ = try await session.giveKudos(to: item, big: false)
                    }
                }
            }
            try await group.waitForAll()
        }
        return Double(callers * each) / ((clock.now - start).milliseconds / 1_000)
    }

    /// Measures the same while the log's consumers run, as in a server.
    private func kudosWithConsumers() async throws -> Double {
        try await engine.followLog()
        let rate = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in engine.changes() where !Task.isCancelled { try await engine.followLog() }
            }
            let rate = try await kudos()
            group.cancelAll()
            return rate
        }
        // Clears the backlog, which would disturb later benchmarks.
        try await engine.followLog()
        return rate
    }

    /// Times a synchronous write to disk, the lower bound of a durable write.
    private func disk() async throws -> Timings {
        let file = URL(filePath: FileManager.default.currentDirectoryPath).appending(
            path: ".build-release/disk-\(UUID())")
        let descriptor = open(file.path, O_RDWR | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw BenchmarkFailure("\(file.path) cannot be written.") }
        defer {
            close(descriptor)
            unlink(file.path)
        }
        let page = [UInt8](repeating: 7, count: 4_096)
        return try await Timings.measuring(200) {
            {
                guard pwrite(descriptor, page, page.count, 0) == page.count, fdatasync(descriptor) == 0 else {
                    throw BenchmarkFailure("Writing to \(file.path) failed.")
                }
            }
        }
    }
}
