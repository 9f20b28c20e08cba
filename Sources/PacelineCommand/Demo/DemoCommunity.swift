import Foundation
import Paceline
import PacelineEngine

/// Makes a believable community through the services themselves, each thing at its own moment of the past, so that
/// every rule and every counter holds.
struct DemoCommunity {
    static let username = "demi"
    static let password = "paceline-demo"

    private struct Member {
        let session: Session
        let training: DemoTraining
        let club: Int
        var friends: [Int] = []
    }

    private let engine: Engine
    private let clock: DemoClock
    private let peopleCount: Int
    private let workoutCount: Int
    private var chance: DemoChance
    private var members: [Member] = []

    private static let clubSize = 25
    private static let days = 540

    init(engine: Engine, clock: DemoClock, seed: UInt64, people: Int, workouts: Int) {
        self.engine = engine
        self.clock = clock
        peopleCount = people
        workoutCount = workouts
        chance = DemoChance(seed: seed)
    }

    /// - Parameter progress: told how much is done of how much.
    mutating func make(progress: (Int, Int) -> Void) async throws {
        let total = peopleCount + workoutCount
        let today = Day(of: Date(), in: .gmt).startInUTC
        let start = today.addingTimeInterval(-86_400 * Double(Self.days + 1))
        for number in 0..<peopleCount {
            clock.now = start.addingTimeInterval(Double(number) * 60)
            try await join(number)
            progress(number + 1, total)
        }
        try await befriend()
        for number in 0..<workoutCount {
            // Evenly over the months, at the hours at which people train.
            let day = start.addingTimeInterval(
                86_400 * (1 + Double(Self.days * number / max(1, workoutCount))))
            let hour = chance.one(of: [6, 7, 7, 12, 17, 18, 18, 19])
            try await train(
                at: day.addingTimeInterval(Double(hour) * 3_600), Double(number % 60) * 60, since: start)
            progress(peopleCount + number + 1, total)
        }
        clock.now = today
        try await approachTheKnownPerson()
    }

    private mutating func join(_ number: Int) async throws {
        let given = DemoCast.givenNames[number % DemoCast.givenNames.count]
        let family = DemoCast.familyNames[
            (number * 7 + number / DemoCast.givenNames.count) % DemoCast.familyNames.count]
        let folded = given.foldedForSearch.filter { $0.isASCII && $0.isLetter }
        let isKnown = number == 0
        let isTeenager = !isKnown && chance.happens(6)
        let birthDate = Day(
            ordinal: Day(of: clock.now, in: .gmt).ordinal
                - (isTeenager ? 5_600 : Int.random(in: 7_500...22_000, using: &chance)))
        let signedIn = try await engine.signUp(
            SignUp(
                username: isKnown
                    ? Self.username : "\(folded)_\(family.foldedForSearch)\(number)".prefix(20).description,
                password: isKnown ? Self.password : "demo-person-\(number)",
                displayName: isKnown ? "Demi Novak" : "\(given) \(family)", birthDate: birthDate))
        let session = engine.session(for: signedIn.person.id)
        let bio = chance.one(of: DemoCast.bios)
        if !bio.isEmpty { _ = try await session.update(AccountChanges(bio: bio), ifMatch: nil) }
        members.append(
            Member(session: session, training: DemoTraining(using: &chance), club: number / Self.clubSize))
    }

    /// Most friends are of the same club; everybody in the first knows the known person.
    private mutating func befriend() async throws {
        for one in members.indices {
            let club = members.indices.filter { members[$0].club == members[one].club && $0 > one }
            for other in club where chance.happens(one == 0 ? 75 : 45) { try await befriend(one, other) }
            if chance.happens(40) {
                let other = Int.random(in: members.indices, using: &chance)
                if other > one, !members[one].friends.contains(other) { try await befriend(one, other) }
            }
        }
    }

    private mutating func befriend(_ one: Int, _ other: Int) async throws {
        clock.now = clock.now.addingTimeInterval(7)
        let request = try await members[one].session.request(
            RequestDraft(to: .person(.id(members[other].session.viewer))))
        _ = try await members[other].session.accept(request.id)
        members[one].friends.append(other)
        members[other].friends.append(one)
    }

    private mutating func train(at start: Date, _ offset: TimeInterval, since beginning: Date) async throws {
        // Some train far more than others.
        let number = Swift.min(
            Int.random(in: members.indices, using: &chance), Int.random(in: members.indices, using: &chance))
        let member = members[number]
        let start = start.addingTimeInterval(offset)
        let months = start.timeIntervalSince(beginning) / 2_629_800
        var draft = member.training.workout(at: start, months: months, using: &chance)
        draft.visibility = chance.happens(70) ? nil : chance.one(of: [.public, .followers, .private])
        clock.now = start.addingTimeInterval(draft.duration + 600)
        let id = Workout.ID(UUID.version7(at: clock.now, using: &chance))
        _ = try await member.session.publish(draft, as: id, ifMatch: nil)
        if draft.visibility != .private { try await react(to: id, draft, of: number) }
    }

    private mutating func react(to id: Workout.ID, _ draft: WorkoutDraft, of owner: Int) async throws {
        let isTest = draft.isErgTest == true
        for friend in members[owner].friends where chance.happens(isTest ? 55 : 18) {
            clock.now = clock.now.addingTimeInterval(41)
            _ = try await members[friend].session.giveKudos(to: id.item, big: isTest && chance.happens(30))
        }
        guard let friend = members[owner].friends.randomElement(using: &chance),
            chance.happens(isTest ? 60 : 14)
        else {
            return
        }
        clock.now = clock.now.addingTimeInterval(300)
        let text = chance.one(of: DemoCast.remarks[draft.type] ?? DemoCast.remarks[.running] ?? [])
        let comment = try await members[friend].session.comment(CommentDraft(text: text), on: id.item)
        guard chance.happens(50) else { return }
        clock.now = clock.now.addingTimeInterval(240)
        _ = try await members[owner].session.giveHeart(to: comment.id)
        _ = try await members[owner].session.comment(
            CommentDraft(text: chance.one(of: DemoCast.answers), parent: comment.id), on: id.item)
    }

    /// A few wait for an answer of the known person, and the known person waits for one.
    private mutating func approachTheKnownPerson() async throws {
        let me = members[0].session
        let strangers = members.indices.filter { $0 > 0 && !members[0].friends.contains($0) }.prefix(5)
        for (place, stranger) in strangers.enumerated() {
            clock.now = clock.now.addingTimeInterval(60)
            if place < 3 {
                _ = try await members[stranger].session.request(
                    RequestDraft(to: .person(.id(me.viewer)), message: "We met at the regatta."))
            } else {
                _ = try await me.request(RequestDraft(to: .person(.id(members[stranger].session.viewer))))
            }
        }
    }
}
