import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineReplica

/// People with devices, a server, and a network that loses, doubles and delays.
struct Simulation {
    var random: SeededRandom
    var server: ModelServer
    var devices: [SimulatedDevice] = []
    /// In milliseconds since 1970.
    var now = Date.start.milliseconds
    /// Whether networks, servers and processes fail.
    var isFaulty = true
    private var made = 100
    /// Requests and answers that may arrive once more.
    private var late: [Exchange] = []

    private struct Exchange {
        let device, process: Int
        let sync: PreparedSync
        let answer: LenientSyncAnswer
    }

    /// - Parameter folder: where each device has a file, which its two processes open; nil keeps them in memory.
    init(seed: UInt64, in folder: Folder?, people: Int = 3, devicesEach: Int = 2) async throws {
        random = SeededRandom(seed: seed)
        server = ModelServer(people: people)
        let year: Int64 = 365 * .day
        for person in 1...people {
            for _ in 0..<devicesEach {
                let offset = Int64.random(in: -year...year, using: &random)
                let path = folder?.file("\(devices.count).sqlite").path
                devices.append(try await SimulatedDevice(of: person, clockOffset: offset, at: path))
            }
        }
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private func time(_ device: Int) -> SyncTime {
        SyncTime(device: now + devices[device].clockOffset, server: now)
    }

    /// A random thing happens on a random device.
    mutating func step() async throws {
        now += Int64.random(in: 0...3_000_000, using: &random)
        let device = Int.random(in: 0..<devices.count, using: &random)
        let process = chance(4) ? 1 : 0
        if chance(3) { try await act(device, process) }
        if isFaulty, chance(40) { try await devices[device].restart(process) }
        if isFaulty, chance(60) {
            devices[device].clockOffset = Int64.random(in: -365...365, using: &random) * .day
        }
        if isFaulty, chance(30), let old = late.randomElement(using: &random) {
            try await repeatLate(old)
        }
        for _ in 0..<Int.random(in: 1...6, using: &random) { try await advance(device, process) }
    }

    /// A proxy sends a request again, and an answer arrives again. The server runs what it has not yet run, and the
    /// device changes nothing.
    private mutating func repeatLate(_ old: Exchange) async throws {
        let process = devices[old.device].processes[old.process]
        guard process.action != .apply(old.answer, old.sync) else { return }
        _ = try server.sync(old.sync.request, as: devices[old.device].person, lag: 0, fault: nil)
        let applied = try await process.store.apply(old.answer, to: old.sync, now: now)
        #expect(applied.isOutdated)
    }

    /// Does what one process is about to do.
    mutating func advance(_ device: Int, _ process: Int) async throws {
        let current = devices[device].processes[process]
        let event: SyncMachine.Event?
        switch current.action {
        case .send(let sync): event = send(sync, device, process)
        case .load(let load): event = answer(load, device)
        case .wait:
            let wake: SyncMachine.Wake = chance(4) ? .signedIn : chance(2) ? .refresh : .timer
            if let action = devices[device].processes[process].machine.wake(wake, now: now) {
                devices[device].processes[process].action = action
            }
            return
        default: event = try await current.store.perform(current.action, at: time(device))
        }
        guard let event else { return }
        devices[device].processes[process].action = devices[device].processes[process].machine.handle(
            event, now: now, using: &random)
    }

    private mutating func send(_ sync: PreparedSync, _ device: Int, _ process: Int) -> SyncMachine.Event {
        do throws(SyncFailure) {
            if isFaulty { try fail() }
            var fault: (index: Int, status: Int)?
            if isFaulty, chance(5), !sync.request.commands.isEmpty {
                let index = Int.random(in: 0..<sync.request.commands.count, using: &random)
                fault = (index, [429, 500, 503].randomElement(using: &random) ?? 503)
            }
            let lag = isFaulty ? Int.random(in: 0...3, using: &random) : 0
            let answer = try server.sync(sync.request, as: devices[device].person, lag: lag, fault: fault)
            // The answer is lost, or half of it.
            if isFaulty, chance(6) { throw .noAnswer }
            if isFaulty {
                late.append(Exchange(device: device, process: process, sync: sync, answer: answer))
            }
            return .answered(answer)
        } catch {
            // No store is a copy of another.
            #expect(error != .deviceReused)
            return .failed(error)
        }
    }

    private mutating func fail() throws(SyncFailure) {
        switch Int.random(in: 0..<40, using: &random) {
        case 0...5: throw .noAnswer
        case 6: throw .busy(retryAfter: Int.random(in: 1...100, using: &random))
        case 7: throw .busy(retryAfter: nil)
        case 8: throw .unauthenticated
        case 9: throw .changesExpired
        case 10: throw .stopped(SocialError(.malformed, "Welcome to the hotel."))
        default: break
        }
    }

    private mutating func answer(_ load: Load, _ device: Int) -> SyncMachine.Event {
        do throws(SyncFailure) {
            if isFaulty { try fail() }
            return .loaded(server.load(load, as: devices[device].person))
        } catch {
            return .failed(error)
        }
    }
}

extension Simulation {
    /// The person does something, through either process.
    private mutating func act(_ device: Int, _ process: Int) async throws {
        let person = devices[device].person
        let store = devices[device].processes[process].store
        let view = try await store.view()
        let item = view.items.keys.sorted().randomElement(using: &random)
        let own = devices[device].comments.sorted().randomElement(using: &random)
        var other = Int.random(in: 1..<server.people, using: &random)
        if other >= person { other += 1 }
        made += 1
        let request: QueuedRequest
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: request = try .publish(.rowing(), as: .numbered(made))
        case 2, 3, 4:
            guard let item else { return }
            request = try .kudos(item, isGiven: .random(using: &random))
        case 5, 6, 7:
            guard let item else { return }
            request = try .comment("\(made)", as: .numbered(made), on: item)
            devices[device].comments.insert(.numbered(made))
        case 8:
            guard let own else { return }
            request = try .edit(own, "\(made)")
        case 9:
            guard let own else { return }
            request = try .delete(own)
            devices[device].comments.remove(own)
        case 10:
            guard let mine = view.items.values.filter({ $0.author.id == .numbered(person) }).map(\.id).min()
            else { return }
            request = try .delete(Workout.ID(mine.uuid))
        case 11, 12: request = try .follow(.numbered(other))
        default:
            request =
                try [
                    .unfollow(.numbered(other)), .block(.numbered(other)),
                    .block(.numbered(other), isBlocked: false), .block(.numbered(other), isBlocked: false),
                ].randomElement(using: &random) ?? .unfollow(.numbered(other))
        }
        try await store.append(request, madeAt: now + devices[device].clockOffset)
        if let action = devices[device].processes[process].machine.wake(.changed, now: now) {
            devices[device].processes[process].action = action
        }
    }

    /// Lets all devices sync without failures until they are in step.
    mutating func settle() async throws {
        isFaulty = false
        for _ in 0..<4 {
            for device in devices.indices {
                // The other process was killed, so that its lease ends.
                try await devices[device].restart(1)
                now += 600_000
                devices[device].processes[0].action = .wait(until: nil)
                devices[device].processes[0].machine = SyncMachine()
                for _ in 0..<400 {
                    try await advance(device, 0)
                    if case .wait(let until?) = devices[device].processes[0].action,
                        until == now + SyncMachine.interval
                    {
                        break
                    }
                }
            }
        }
    }
}
