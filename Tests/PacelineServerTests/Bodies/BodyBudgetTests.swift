import Foundation
import NIOCore
import Paceline
import Testing

@testable import PacelineServer

@Suite("Memory for bodies") struct BodyBudgetTests {
    private static let ana = BodyBudget.Sender.person(Person.ID(UUID()))
    private static let ben = BodyBudget.Sender.person(Person.ID(UUID()))

    private static func limits(memory: Int = 1_000_000, uploads: Int = 2) -> BodyLimits {
        var limits = BodyLimits()
        limits.memory = memory
        limits.uploadsPerPerson = uploads
        return limits
    }

    private static func budget(_ limits: BodyLimits) -> BodyBudget {
        BodyBudget(limits, metrics: MetricsRegistry())
    }

    private func isBusy(_ work: () throws -> Void) -> Bool {
        do {
            try work()
            return false
        } catch let error as SocialError {
            return error.code == .busy && error.retryAfter == 2
        } catch {
            return false
        }
    }

    @Test("All bodies share the memory until they are released")
    func memory() throws {
        let budget = Self.budget(Self.limits(memory: 100_000))
        let (first, second) = (HeldBody(of: Self.ana, in: budget), HeldBody(of: Self.ben, in: budget))
        try first.add(60_000)
        #expect(isBusy { try second.add(40_001) })
        try second.add(40_000)
        #expect(budget.byteCount == 100_000)
        #expect(isBusy { try first.add(1) })
        second.release()
        second.release()
        #expect(budget.byteCount == 60_000)
        first.release()
        #expect(budget.byteCount == 0)
    }

    @Test("Uploads leave an eighth of the memory to smaller bodies")
    func reserve() throws {
        let budget = Self.budget(Self.limits(memory: 800_000))
        let (upload, small) = (HeldBody(of: Self.ana, in: budget), HeldBody(of: Self.ben, in: budget))
        try upload.add(700_000)
        #expect(isBusy { try upload.add(1) })
        try small.add(BodyLimits.uploadSize)
        // Now it is an upload, too.
        #expect(isBusy { try small.add(1) })
    }

    @Test(
        "A person has few uploads at a time, whether their size is announced or not",
        arguments: [true, false])
    func uploads(isAnnounced: Bool) throws {
        let budget = Self.budget(Self.limits())
        let size = BodyLimits.uploadSize + 1
        func begin(_ sender: BodyBudget.Sender) throws -> HeldBody {
            let body = HeldBody(of: sender, in: budget)
            if isAnnounced { try body.expect(size) } else { try body.add(size) }
            return body
        }
        let (first, second) = (try begin(Self.ana), try begin(Self.ana))
        #expect(isBusy { _ = try begin(Self.ana) })
        let other = try begin(Self.ben)
        first.release()
        let third = try begin(Self.ana)
        for body in [second, third, other] { body.release() }
        #expect(budget.byteCount == 0)
        for body in [try begin(Self.ana), try begin(Self.ana)] { body.release() }
    }

    @Test("Any number of small bodies may arrive at a time")
    func small() throws {
        let budget = Self.budget(Self.limits())
        for _ in 0..<10 { try HeldBody(of: Self.ana, in: budget).add(BodyLimits.uploadSize) }
        #expect(budget.byteCount == 10 * BodyLimits.uploadSize)
    }

    @Test("Without memory for the rest, the beginning of a body is kept if it is enough")
    func beginning() throws {
        let budget = Self.budget(Self.limits(memory: 800_000))
        let other = HeldBody(of: Self.ben, in: budget)
        try other.add(600_000)
        let body = HeldBody(of: Self.ana, in: budget)
        var reception = BodyReception(body, keeping: .max, orAtLeast: 10)
        try reception.expect(200_000)
        try reception.add(Self.bytes(90_000))
        #expect(reception.received.refusal == nil && !reception.received.isCut)
        for _ in 0..<2 { try reception.add(Self.bytes(20_000)) }
        let received = reception.received
        #expect(received.refusal?.code == .busy && received.isCut)
        #expect(received.bytes.count == 10 && received.byteCount == 130_000)
        #expect(budget.byteCount == 600_010)
        // It is not an upload any more.
        for _ in 0..<2 { try HeldBody(of: Self.ana, in: budget).expect(BodyLimits.uploadSize + 1) }
        body.release()
        #expect(budget.byteCount == 600_000)
        var strict = BodyReception(HeldBody(of: Self.ana, in: budget), keeping: .max, orAtLeast: nil)
        let isRefused = isBusy { try strict.add(Self.bytes(100_001)) }
        #expect(isRefused && strict.received.refusal == nil)
    }

    private static func bytes(_ count: Int) -> ByteBufferView {
        ByteBuffer(repeating: 7, count: count).readableBytesView
    }

    @Test("A body whose request has been answered takes no more memory")
    func answered() throws {
        let budget = Self.budget(Self.limits())
        let body = HeldBody(of: Self.ana, in: budget)
        body.release()
        #expect(throws: CancellationError.self) { try body.add(1) }
        try body.expect(BodyLimits.uploadSize + 1)
        for _ in 0..<2 { try HeldBody(of: Self.ana, in: budget).expect(BodyLimits.uploadSize + 1) }
    }

    @Test(
        "The more has arrived, the longer the rest may take",
        arguments: [(0, 5.0), (49_999, 5), (100_000, 10), (1_000_000, 100)])
    func rate(byteCount: Int, seconds: Double) {
        #expect(BodyLimits().time(after: byteCount) == .seconds(seconds))
    }

    @Test("An operation ends at the deadline that it sets itself, unless it moves it")
    func ownDeadline() {
        let now = ContinuousClock.now
        let (slow, timeout) = (SocialError(.busy, "Slow."), SocialError(.timeout, "Late."))
        let deadline = OperationDeadline(now + .seconds(30))
        deadline.bringForward(to: now + .seconds(5), throwing: slow)
        #expect(deadline.error(at: now + .seconds(4), timeout) == nil)
        #expect(deadline.error(at: now + .seconds(5), timeout) == slow)
        deadline.bringForward(to: now + .seconds(10), throwing: slow)
        #expect(deadline.error(at: now + .seconds(9), timeout) == nil)
        deadline.extend()
        #expect(deadline.error(at: now + .seconds(29), timeout) == nil)
        #expect(deadline.error(at: now + .seconds(30), timeout) == timeout)
    }
}
