import Foundation
import Paceline
import PacelineDatabase
import Synchronization
import Testing

@testable import PacelineEngine

@Suite("Hashes of passwords")
struct PasswordHashTests {
    /// From Python: `hashlib.scrypt(b"correct horse", salt=b"0123456789abcdef", n=16, r=8, p=p, dklen=32)`.
    private static let older =
        "scrypt$16$MDEyMzQ1Njc4OWFiY2RlZg==$OAkZqUBelG6VIYdTJfYSENL5OmZRxMa3GwXn5oFliTg="
    private static let current =
        "scrypt$16$8$3$MDEyMzQ1Njc4OWFiY2RlZg==$OZ30uyMR+nBcOmRj/Ah8lGpGLugVqNVJQstiMe8WxpY="

    @Test(
        "hashes of another implementation match, with and without stored parameters",
        arguments: [older, current])
    func known(_ text: String) throws {
        let hash = try #require(PasswordHash(text))
        #expect(
            try PasswordHash.check("correct horse", against: hash, cost: hash.cost) == .correct(renewed: nil))
        #expect(try PasswordHash.check("correct horsf", against: hash, cost: hash.cost) == .wrong)
        #expect(try PasswordHash.check("correct horse", against: nil, cost: .fast) == .wrong)
        #expect(PasswordHash(hash.text) == hash)
    }

    @Test("a password matches however its accents are composed")
    func accents() throws {
        let hash = try PasswordHash(of: "cafe\u{301} noir", cost: .fast)
        #expect(
            try PasswordHash.check("caf\u{e9} noir", against: hash, cost: .fast) == .correct(renewed: nil))
    }

    @Test("a damaged hash matches nothing", arguments: ["", "scrypt$16$8$3$AA==", "bcrypt$16$8$3$AA==$AA=="])
    func damaged(_ text: String) throws {
        #expect(PasswordHash(text) == nil)
    }

    @Test("what a cheaper hash lacks takes as long as the rest of the current cost")
    func missing() {
        let current = PasswordCost(rounds: 1 << 15, repetitions: 3)
        #expect(
            PasswordCost(rounds: 1 << 15).missing(to: current)
                == PasswordCost(rounds: 1 << 15, repetitions: 2))
        #expect(PasswordCost.fast.missing(to: current) == current)
        #expect(current.missing(to: current) == nil && current.missing(to: .fast) == nil)
    }

    @Test("signing in renews a hash of another cost, and only with the right password", .world)
    func renewal() async throws {
        let world = try await World.current(on: .engineInMemory)
        _ = try await world.person("ana")
        func secret() async throws -> String {
            try await world.database.read { connection in
                try connection.fetchFirst("SELECT secret FROM identities") { $0[0] as String } ?? ""
            }
        }
        let cheap = try PasswordHash(of: World.password, cost: PasswordCost(rounds: 8)).text
        _ = try await world.database.write { try $0.execute("UPDATE identities SET secret = \(cheap)") }
        await expectError(.invalidCredentials) {
            try await world.community.signIn(with: .password(username: "ana", password: "wrong"))
        }
        #expect(try await secret() == cheap)
        for _ in 0..<2 {
            _ = try await world.community.signIn(with: .password(username: "ana", password: World.password))
            #expect(try await PasswordHash(secret())?.cost == .fast)
        }
    }
}

@Suite("The queue of passwords")
struct PasswordQueueTests {
    /// Work that lasts until the test lets it end.
    private final class Work: Sendable {
        private let started = DispatchSemaphore(value: 0)
        private let allowed = DispatchSemaphore(value: 0)

        func run() {
            started.signal()
            allowed.wait()
        }

        func waitForStart() async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    self.started.wait()
                    continuation.resume()
                }
            }
        }

        func end() { allowed.signal() }
    }

    private static func limits(_ change: (inout PasswordQueue.Limits) -> Void) -> PasswordQueue.Limits {
        var limits = PasswordQueue.Limits()
        limits.hashing = 1
        change(&limits)
        return limits
    }

    @Test("few callers wait, fewer from one address, and they go in order")
    func waiting() async throws {
        let queue = PasswordQueue(Self.limits { ($0.waiting, $0.wait) = (3, .seconds(60)) })
        let work = Work()
        let first = Task { try await queue.run(from: "a") { work.run() } }
        await work.waitForStart()
        let order = Order()
        var waiters: [Task<Void, any Error>] = []
        for (number, address) in ["a", "a", "b"].enumerated() {
            waiters.append(Task { try await queue.run(from: address) { order.append(number) } })
            try await queue.waitUntil(waiting: number + 1)
            if number == 1 {
                await expectError(.busy) { try await queue.run(from: "a") { order.append(9) } }
            }
        }
        await expectError(.busy) { try await queue.run(from: "c") { order.append(9) } }
        work.end()
        try await first.value
        for waiter in waiters { try await waiter.value }
        #expect(order.numbers == [0, 1, 2])
        try await queue.run(from: "a") { order.append(3) }
        #expect(order.numbers == [0, 1, 2, 3])
    }

    @Test("a caller gives up after the limit")
    func givingUp() async throws {
        let queue = PasswordQueue(Self.limits { $0.wait = .milliseconds(1) })
        let work = Work()
        let first = Task { try await queue.run(from: nil) { work.run() } }
        await work.waitForStart()
        await expectError(.busy) { try await queue.run(from: nil) {} }
        work.end()
        try await first.value
        try await queue.run(from: nil) {}
    }
}

private final class Order: Sendable {
    private let stored = Mutex<[Int]>([])

    var numbers: [Int] { stored.withLock { $0 } }

    func append(_ number: Int) { stored.withLock { $0.append(number) } }
}

extension PasswordQueue {
    /// Returns when so many callers wait.
    fileprivate func waitUntil(waiting count: Int) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while waitingCount < count {
            try #require(ContinuousClock.now < deadline)
            await Task.yield()
        }
    }
}
