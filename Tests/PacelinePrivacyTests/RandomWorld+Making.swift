import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

extension RandomWorld {
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    /// Six to nine people who follow, befriend, block, mute, publish, praise and comment as chance has it.
    static func make(seed: UInt64, in database: any Database) async throws -> RandomWorld {
        var random = SeededRandom(seed: seed)
        let ticks = Ticks(Self.now)
        let engine = try await Engine(
            database: database,
            // The log may have to wait for what others do in the same PostgreSQL.
            environment: Environment(
                now: { ticks.next() }, passwordCost: .fast, logPatience: .seconds(30)))
        var world = RandomWorld(seed: seed, database: database, engine: engine)
        for number in 0..<Int.random(in: 5...7, using: &random) { try await world.settle(number, &random) }
        try await world.beginFollowing()
        if world.hasReaders { try await world.beginListening() }
        var chance = SeededRandom(seed: seed)
        for _ in 0..<Int.random(in: 25...60, using: &random) {
            try await world.hasReaders ? world.stepHeard(&random, &chance) : world.step(&random)
        }
        try await world.hear { _ in true }
        return world
    }

    private mutating func settle(_ number: Int, _ random: inout SeededRandom) async throws {
        let isChild = Int.random(in: 0..<6, using: &random) == 0
        let signedIn = try await engine.signUp(
            SignUp(
                username: "runner_\(number)", password: "correct horse \(number)",
                displayName: "Runner \(number)",
                birthDate: Day(number: isChild ? 2016_01_15 : 1990_01_15)!))
        people.append(
            Inhabitant(
                id: signedIn.person.id, username: "runner_\(number)",
                privacyLevel: isChild ? .private : .public,
                isChild: isChild, isShown: !isChild))
    }

    mutating func step(_ random: inout SeededRandom) async throws {
        let one = Int.random(in: people.indices, using: &random)
        let other = Int.random(in: people.indices, using: &random)
        switch Int.random(in: 0..<46, using: &random) {
        case 0...3 where one != other: try await befriend(one, other)
        case 4...5 where one != other: try await follow(one, other)
        case 6 where one != other: try await part(one, other)
        case 7 where one != other: try await block(one, other)
        case 8 where one != other: try await mute(one, other)
        case 9: try await choosePrivacy(one, &random)
        case 10...13: try await publish(one, &random)
        case 14: try await changeVisibility(&random)
        case 15...16: try await praise(one, &random)
        case 17...18: try await remark(one, &random)
        case 19: try await delete(&random)
        case 20...24: try await stepOfGroups(one, other, &random)
        case 25...28: try await play(one, &random)
        case 29: try await deleteScore(&random)
        case 30: try await showOrHide(one)
        case 31: try await checkNotifications(of: one)
        case 32: _ = try await session(one).readNotifications(upTo: Self.now.addingTimeInterval(86_400))
        case 33...37: try await look(as: one)
        case 38...43: try await stepOfReactions(one, &random)
        case 44 where one != other: try await unblock(one, other)
        case 45 where one != other: try await unmute(one, other)
        default: break
        }
    }

    mutating func befriend(_ one: Int, _ other: Int) async throws {
        guard !areApart(one, other), !areFriends(one, other) else { return }
        let request = try await session(one).request(RequestDraft(to: .person(.id(people[other].id))))
        if request.state == .pending { _ = try await session(other).accept(request.id) }
        follows.formUnion([Pair(from: one, to: other), Pair(from: other, to: one)])
    }

    private mutating func follow(_ one: Int, _ other: Int) async throws {
        guard !areApart(one, other) else { return }
        do {
            // Half of them ask to be told of what the other publishes.
            let isListening = (one + other).isMultiple(of: 2) ? true : nil
            switch try await session(one).follow(.id(people[other].id), notifications: isListening) {
            case .following: break
            case .requested(let request): _ = try await session(other).accept(request.id)
            }
            follows.insert(Pair(from: one, to: other))
        } catch let error as SocialError where error.code == .requestsNotAllowed && people[other].isChild {
            return
        }
    }

    private mutating func part(_ one: Int, _ other: Int) async throws {
        guard !areApart(one, other) else { return }
        if areFriends(one, other) {
            try await session(one).unfriend(.id(people[other].id))
            follows.subtract([Pair(from: one, to: other), Pair(from: other, to: one)])
        } else {
            try await session(one).unfollow(.id(people[other].id))
            follows.remove(Pair(from: one, to: other))
        }
    }

    mutating func block(_ one: Int, _ other: Int) async throws {
        guard !areApart(one, other) else { return }
        try await session(one).block(.id(people[other].id))
        blocks.insert(Pair(from: one, to: other))
        partGroups(one, other)
        follows.subtract([Pair(from: one, to: other), Pair(from: other, to: one)])
    }

    private mutating func mute(_ one: Int, _ other: Int) async throws {
        guard !areApart(one, other) else { return }
        try await session(one).mute(.id(people[other].id))
        mutes.insert(Pair(from: one, to: other))
    }

    private mutating func unblock(_ one: Int, _ other: Int) async throws {
        guard blocks.contains(Pair(from: one, to: other)) else { return }
        try await session(one).unblock(.id(people[other].id))
        blocks.remove(Pair(from: one, to: other))
    }

    private mutating func unmute(_ one: Int, _ other: Int) async throws {
        guard mutes.contains(Pair(from: one, to: other)), !areApart(one, other) else { return }
        try await session(one).unmute(.id(people[other].id))
        mutes.remove(Pair(from: one, to: other))
    }

    private mutating func choosePrivacy(_ one: Int, _ random: inout SeededRandom) async throws {
        guard !people[one].isChild else { return }
        let level = PrivacyLevel.allCases.randomElement(using: &random) ?? .public
        _ = try await session(one).update(AccountChanges(privacyLevel: level), ifMatch: nil)
        people[one].privacyLevel = level
    }

    private mutating func publish(_ one: Int, _ random: inout SeededRandom) async throws {
        let visibility = Visibility.allCases.randomElement(using: &random) ?? .private
        let workout = Shared(
            id: Workout.ID(UUID.version7(at: Self.now, using: &random)), owner: one, visibility: visibility,
            distance: Double(Int.random(in: 100...9_999, using: &random)),
            hasPhoto: Bool.random(using: &random),
            startedAt: Self.now.addingTimeInterval(Double(-Int.random(in: 1...500_000, using: &random))))
        workouts.append(workout)
        try await send(workout)
        if workout.hasPhoto { try await session(one).setPhoto(Self.photo, of: workout.id) }
    }

    private mutating func changeVisibility(_ random: inout SeededRandom) async throws {
        guard let index = workouts.indices.randomElement(using: &random) else { return }
        workouts[index].visibility = Visibility.allCases.randomElement(using: &random) ?? .private
        try await send(workouts[index])
    }

    private func send(_ workout: Shared) async throws {
        let draft = WorkoutDraft(
            type: .rowing, title: "\(Int(workout.distance))m", startedAt: workout.startedAt, duration: 600,
            distance: workout.distance, visibility: workout.visibility,
            detail: WorkoutDetail(intervals: [Interval(index: 0, duration: 600, distance: workout.distance)]))
        _ = try await session(workout.owner).publish(draft, as: workout.id, ifMatch: nil)
    }

    private mutating func delete(_ random: inout SeededRandom) async throws {
        // A workout that is deleted takes its kudos and comments along; its number must not be used again.
        guard let index = workouts.indices.randomElement(using: &random), index == workouts.count - 1 else {
            return
        }
        try await session(workouts[index].owner).deleteWorkout(workouts[index].id)
        workouts.removeLast()
        comments.removeAll { $0.workout == index }
        kudos = kudos.filter { $0.workout != index }
        reactions = reactions.filter { $0.workout != index }
    }

    func visibleWorkout(to viewer: Int, _ random: inout SeededRandom) -> Int? {
        workouts.indices.filter { sees(viewer, workouts[$0]) }.randomElement(using: &random)
    }
}
