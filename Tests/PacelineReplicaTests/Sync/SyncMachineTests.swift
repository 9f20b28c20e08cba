import Foundation
import Paceline
import Testing

@testable import PacelineReplica

@Suite("The order of syncing")
struct SyncMachineTests {
    private var machine = SyncMachine()
    private var random = SeededRandom(seed: 1)
    private let prepared = PreparedSync(
        request: SyncRequest(device: SyncDevice.ID(UUID()), since: ChangeToken("a")),
        truthVersion: TruthVersion(term: 1, generation: 1))

    private mutating func handle(_ event: SyncMachine.Event, now: Int64 = 0) -> SyncMachine.Action {
        machine.handle(event, now: now, using: &random)
    }

    private mutating func fail(_ failure: SyncFailure, now: Int64 = 0) -> SyncMachine.Action {
        #expect(machine.wake(.timer, now: now) == .prepare)
        #expect(handle(.prepared(prepared), now: now) == .send(prepared))
        return handle(.failed(failure), now: now)
    }

    @Test("it pushes and pulls while there is more, then loads, then cleans up and waits a minute")
    mutating func order() {
        let load = Load(kind: .feed, id: UUID(), cursor: nil, started: 1)
        let answer = LenientSyncAnswer.page()
        #expect(machine.wake(.changed, now: 0) == .prepare)
        for isMore in [true, false] {
            #expect(handle(.prepared(prepared)) == .send(prepared))
            #expect(handle(.answered(answer)) == .apply(answer, prepared))
            #expect(handle(.applied(SyncOutcome(hasMore: isMore))) == (isMore ? .prepare : .chooseLoad))
        }
        #expect(handle(.nextLoad(load, prepared.truthVersion)) == .load(load))
        #expect(
            handle(.loaded(.items([], next: nil)))
                == .store(.items([], next: nil), load, prepared.truthVersion))
        #expect(handle(.done) == .chooseLoad)
        #expect(handle(.done) == .removeExpired)
        #expect(handle(.done, now: 5) == .wait(until: 60_005))
    }

    @Test("a command that is queued meanwhile goes before what remains to be loaded")
    mutating func wanted() {
        let load = Load(kind: .feed, id: UUID(), cursor: nil, started: 1)
        _ = machine.wake(.changed, now: 0)
        _ = handle(.prepared(prepared))
        _ = handle(.answered(.page()))
        _ = handle(.applied(SyncOutcome()))
        _ = handle(.nextLoad(load, prepared.truthVersion))
        #expect(machine.wake(.changed, now: 0) == nil)
        _ = handle(.loaded(.items([], next: nil)))
        #expect(handle(.done) == .prepare)
    }

    @Test("pauses after failures are random, grow to five minutes and no more")
    mutating func pauses() {
        var longest: Int64 = 0
        var now: Int64 = 0
        for failure in 1...200 {
            guard case .wait(let until?) = fail(.noAnswer, now: now) else {
                Issue.record("It does not wait.")
                return
            }
            let limit = min(Int64(1_000) << Int64(min(failure, 20)), 300_000)
            #expect((0...limit).contains(until - now))
            longest = max(longest, until - now)
            now = until
        }
        #expect(longest > 250_000)
    }

    @Test("a person's refresh ends a pause, but not the time that the server asked for")
    mutating func refreshing() {
        guard case .wait(let until?) = fail(.noAnswer) else { return }
        if until > 0 { #expect(machine.wake(.changed, now: 0) == .wait(until: until)) }
        #expect(machine.wake(.refresh, now: 0) == .prepare)
        _ = handle(.prepared(prepared))
        #expect(handle(.failed(.busy(retryAfter: 900)), now: 0) == .wait(until: 900_000))
        #expect(machine.wake(.refresh, now: 899_999) == .wait(until: 900_000))
        #expect(machine.wake(.refresh, now: 900_000) == .prepare)
    }

    @Test("without a valid session, the truth goes, and nothing happens until the person signs in")
    mutating func unauthenticated() {
        #expect(fail(.unauthenticated) == .dropTruth)
        #expect(handle(.done) == .wait(until: nil))
        #expect(machine.wake(.refresh, now: 100_000) == nil)
        #expect(machine.wake(.signedIn, now: 100_000) == .prepare)
    }

    @Test("an expired token and a reused id are mended at once, and then with pauses")
    mutating func recovering() {
        for failure in [SyncFailure.changesExpired, .deviceReused] {
            machine = SyncMachine()
            let action = fail(failure)
            #expect(action == (failure == .changesExpired ? .expireToken(prepared) : .renewDevice(prepared)))
            #expect(handle(.done) == .prepare)
            _ = handle(.prepared(prepared))
            _ = handle(.failed(failure))
            guard case .wait = handle(.done) else {
                Issue.record("It does not wait.")
                return
            }
        }
    }

    @Test("something that is not the server stops it, with pauses, until the server answers again")
    mutating func stopped() {
        let error = SocialError(.malformed, "Welcome to the hotel.")
        guard case .wait(let until?) = fail(.stopped(error)) else {
            Issue.record("It does not wait.")
            return
        }
        #expect(machine.stoppedBy == error)
        #expect(machine.wake(.timer, now: until) == .prepare)
        _ = handle(.prepared(prepared))
        _ = handle(.answered(.page()))
        _ = handle(.applied(SyncOutcome()))
        #expect(machine.stoppedBy == nil)
    }

    @Test("a server that runs none of the commands is asked again after a pause")
    mutating func noProgress() throws {
        let command = try SyncCommand(number: 1, request: try .kudos(.numbered(1)))
        let sent = PreparedSync(
            request: SyncRequest(device: SyncDevice.ID(UUID()), commands: [command]),
            truthVersion: prepared.truthVersion)
        _ = machine.wake(.changed, now: 0)
        _ = handle(.prepared(sent))
        _ = handle(.answered(.page()))
        guard case .wait = handle(.applied(SyncOutcome(hasCommands: true))) else {
            Issue.record("It does not wait.")
            return
        }
    }

    /// A sync without anything to load that begins at a time and takes no time.
    private mutating func sync(_ wake: SyncMachine.Wake, now: Int64) -> SyncMachine.Action {
        #expect(machine.wake(wake, now: now) == .prepare)
        _ = handle(.prepared(prepared), now: now)
        _ = handle(.answered(.page()), now: now)
        _ = handle(.applied(SyncOutcome()), now: now)
        _ = handle(.done, now: now)
        return handle(.done, now: now)
    }

    @Test("for events of the live stream, it pulls at most once a second, and after the last one")
    mutating func ringing() {
        #expect(sync(.rung, now: 10_000) == .wait(until: 70_000))
        // Soon after a pull, it waits for more events.
        #expect(machine.wake(.rung, now: 10_100) == .wait(until: 11_000))
        #expect(machine.wake(.rung, now: 10_999) == .wait(until: 11_000))
        #expect(machine.wake(.timer, now: 11_000) == .prepare)
        _ = handle(.prepared(prepared), now: 11_000)
        // An event during a pull may come after what the server has read.
        #expect(machine.wake(.rung, now: 11_100) == nil)
        _ = handle(.answered(.page()), now: 11_200)
        _ = handle(.applied(SyncOutcome()), now: 11_200)
        _ = handle(.done, now: 11_200)
        #expect(handle(.done, now: 11_200) == .wait(until: 12_000))
        #expect(sync(.timer, now: 12_000) == .wait(until: 72_000))
        // What the person does is not held up.
        #expect(machine.wake(.changed, now: 12_001) == .prepare)
    }

    @Test("with the live stream it pulls every five minutes, without it each minute")
    mutating func listening() {
        #expect(sync(.streamOpened, now: 10_000) == .wait(until: 310_000))
        #expect(machine.wake(.streamClosed, now: 20_000) == .wait(until: 80_000))
        #expect(machine.wake(.streamClosed, now: 50_000) == .wait(until: 80_000))
        #expect(sync(.timer, now: 80_000) == .wait(until: 140_000))
    }

    @Test("an event does not end a pause after a failure, or what the server asked for")
    mutating func ringingInPause() {
        guard case .wait = fail(.busy(retryAfter: 900)) else { return }
        #expect(machine.isBlocked(at: 1_000))
        #expect(machine.wake(.rung, now: 1_000) == .wait(until: 900_000))
        #expect(machine.wake(.streamOpened, now: 2_000) == .wait(until: 900_000))
        #expect(machine.wake(.timer, now: 900_000) == .prepare)
    }

    @Test("an interrupted sync begins anew, in every phase")
    mutating func interrupting() {
        let load = Load(kind: .feed, id: UUID(), cursor: nil, started: 1)
        let events: [SyncMachine.Event] = [
            .prepared(prepared), .answered(.page()), .applied(SyncOutcome()),
            .nextLoad(load, prepared.truthVersion),
            .loaded(.items([], next: nil)), .done,
        ]
        for count in 0...events.count {
            machine = SyncMachine()
            _ = machine.wake(.changed, now: 0)
            for event in events.prefix(count) { _ = handle(event) }
            machine.interrupt()
            #expect(machine.wake(.timer, now: 1_000_000) == .wait(until: nil))
            #expect(machine.wake(.refresh, now: 1_000_000) == .prepare)
        }
    }

    @Test(
        "after a failure of the store, it begins anew at the time that it was given, without another reason")
    mutating func interruptingUntil() {
        _ = machine.wake(.changed, now: 0)
        machine.interrupt(until: 60_000)
        #expect(machine.wake(.timer, now: 59_999) == .wait(until: 60_000))
        #expect(machine.wake(.timer, now: 60_000) == .prepare)
    }

    @Test("a command that may run only tomorrow delays pulls by five minutes, and a refused request by a day")
    mutating func refusedForADay() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        try await store.append(.kudos(.numbered(10)), madeAt: .now)
        let tomorrow = SocialError(.rateLimited, "Try again in 24 hours.", retryAfter: 86_400)
        let applied = try await store.sync { _ in
            .page(results: [CommandResult(number: 1, status: 429, problem: tomorrow)])
        }
        #expect(machine.wake(.changed, now: 0) == .prepare)
        _ = handle(.prepared(prepared))
        _ = handle(.answered(.page()))
        #expect(handle(.applied(applied)) == .wait(until: Backoff.longestPause))
        #expect(machine.wake(.timer, now: Backoff.longestPause) == .prepare)
        _ = handle(.prepared(prepared))
        #expect(handle(.failed(.busy(retryAfter: 86_400))) == .wait(until: 86_400_000))
    }

    @Test("while another process syncs, it looks again after ten seconds")
    mutating func leased() {
        _ = machine.wake(.changed, now: 0)
        #expect(handle(.prepared(nil), now: 1) == .wait(until: 10_001))
    }

    @Test("after three failures of a command, the server is asked to skip it, and it is listed as refused")
    func skipping() async throws {
        let store = try await ReplicaStore.ana([.numbered(10, by: 2)])
        try await store.append(.kudos(.numbered(10)), madeAt: .now)
        try await store.append(.kudos(.numbered(11)), madeAt: .now)
        for _ in 0..<Command.failureLimit {
            let applied = try await store.sync { request in
                #expect(request.commands.map(\.skip) == [false, false])
                return .page(results: [CommandResult(number: 1, status: 500)])
            }
            #expect(applied.isBusy)
        }
        try await store.sync { request in
            #expect(request.commands.map(\.skip) == [true, false])
            return .page(results: [
                CommandResult(number: 1, status: 409, problem: SocialError(.internalError, "Skipped.")),
                CommandResult(number: 2, status: 200),
            ])
        }
        #expect(try await store.refusals().map(\.error.message) == ["Skipped."])
        #expect(try await store.outbox().commands == [])
    }
}
