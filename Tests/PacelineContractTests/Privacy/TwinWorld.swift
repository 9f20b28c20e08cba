import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import PacelineEngine

/// A community in which five people act at random, as Vera sees it. Equal seeds give equal communities, except for the
/// secret.
struct TwinWorld {
    private static let names = ["vera", "ada", "ben", "cid", "sam"]
    static let vera = 0
    private static let ada = 1
    private static let ben = 2
    static let sam = 4

    let secret: Secret
    /// Whether the secret happens in this world.
    private let happens: Bool
    private let seed: UInt64
    let clock: TestClock
    private let database: any Database
    let engine: PacelineEngine.Engine
    var people: [Person.ID] = []
    // What was made so far. Both worlds have the same number, since what fails leaves an id that no one has.
    var items: [FeedItem.ID] = []
    var comments: [Written] = []
    var groups: [LeaderboardGroup.ID] = []
    var codes: [String] = []
    /// The seasons that Vera sees.
    var seasons: [Season.ID] = []
    var request: ConnectionRequest.ID = .random()
    var start: ChangeToken?
    /// Where Vera has read the changes to, and what she has received.
    private var latest: ChangeToken?
    private var received: [String] = []
    /// Numbers for ids, in the order in which Vera receives them.
    var numbers: [String: Int] = [:]
    var importKey = ""

    struct Written {
        let id: Paceline.Comment.ID
        let item: FeedItem.ID
        let author: Int
    }

    private enum Act: CaseIterable {
        case publish, play, unplay, giveKudos, withdrawKudos, comment, answer, deleteComment, heart
        case follow, ask, accept, createGroup, join, setAvatar, describe
    }

    private struct Step {
        var act: Act
        var actor: Int
        var target: Int
        var number: Int
        var id: UUID
        var isSecret = false

        var game: Game.ID { number.isMultiple(of: 2) ? .wordle : .connections }
    }

    /// What Vera observes in the world.
    /// - Returns: one line for each request, and the endpoints that succeeded at least once.
    static func observations(
        of secret: Secret, happening happens: Bool, seed: UInt64
    ) async throws -> (lines: [String], answered: Set<String>) {
        var world = try await TwinWorld(secret, happens, seed)
        try await world.setUp()
        for step in world.script() { try await world.perform(step) }
        try await world.endSecret()
        try await world.closeWeek()
        // Until Sam blocked her, she noticed him.
        let hasForgotten = secret == .laterBlock
        let heard = hasForgotten ? [] : try await world.heard()
        let before = try await world.reads()
        let writes = try await world.writes()
        let after = try await world.reads()
        let changes = hasForgotten ? [] : try await world.changes()
        try await world.database.close()
        return (
            world.received + heard + before.lines + writes + after.lines + changes,
            before.answered.union(after.answered)
        )
    }

    private init(_ secret: Secret, _ happens: Bool, _ seed: UInt64) async throws {
        self.secret = secret
        self.happens = happens
        self.seed = seed
        let (clock, database) = (TestClock(), try SQLiteDatabase.inMemory())
        var environment = EngineEnvironment(now: { clock.now }, passwordCost: .fast)
        environment.random = .seeded(seed)
        environment.quotas.freeDisk = 0
        environment.words = WordList(trusted: "3 hardword\n4 heldword")
        self.clock = clock
        self.database = database
        engine = try await PacelineEngine.Engine(database: database, environment: environment)
    }

    func session(_ person: Int) -> Session { engine.session(for: people[person]) }

    private var samExists: Bool { ![.block, .laterBlock].contains(secret) || happens }

    // MARK: - What happens

    private mutating func setUp() async throws {
        for (number, name) in Self.names.enumerated() {
            clock.tick()
            guard number != Self.sam || samExists else {
                people.append(.random())
                continue
            }
            let signUp = SignUp(
                username: name, password: "correct horse \(seed)", displayName: name.capitalized,
                birthDate: try day(1990_05_17))
            people.append(try await engine.signUp(signUp).person.id)
        }
        if secret == .block, happens { try await session(Self.sam).block(.id(people[Self.vera])) }
        let (vera, ada) = (session(Self.vera), session(Self.ada))
        importKey = try await vera.me().importKey
        start = try await vera.changes(since: nil).next
        clock.tick()
        let asked = try await ada.request(RequestDraft(kind: .friend, to: .person(.id(people[Self.vera]))))
        _ = try await vera.accept(asked.id)
        _ = try await vera.follow(.id(people[Self.ben]), notifications: true)
        _ = try await ada.setAvatar(Pictures.plain)
        _ = try await ada.setHeader(Pictures.plain)
        let workout = Workout.ID.random()
        _ = try await ada.publish(
            .sample("First", startedAt: clock.now, visibility: .friends), as: workout, ifMatch: nil)
        try await ada.setPhoto(Pictures.plain, of: workout)
        items.append(workout.item)
        let open = Workout.ID.random()
        _ = try await ada.publish(
            .sample("Second", startedAt: clock.now.addingTimeInterval(-900), visibility: .public),
            as: open, ifMatch: nil)
        items.append(open.item)
        for item in items {
            clock.tick()
            let comment = try await vera.comment(CommentDraft(text: "Strong"), on: item)
            comments.append(Written(id: comment.id, item: item, author: Self.vera))
        }
        for (number, owner) in [ada, vera].enumerated() {
            clock.tick()
            let group = try await owner.createGroup(title: "Group \(number)")
            groups.append(group.id)
            codes.append(try await owner.joinCode(of: group.id).code)
        }
        _ = try await vera.joinGroup(code: codes[0])
        // Members of a group see in its tournaments what their friends do, as on its boards.
        for lastDay in secret == .friendsItems ? [] : [2026_03_01, 2026_04_30] {
            clock.tick()
            let draft = TournamentDraft(
                title: "Until \(lastDay)", metric: .distance, firstDay: try day(2026_03_01),
                lastDay: try day(lastDay))
            _ = try await ada.createTournament(draft, in: groups[0])
        }
        clock.tick()
        switch (secret, seed % 3) {
        case (.rejection, _):
            let draft = RequestDraft(kind: .friend, to: .person(.id(people[Self.sam])))
            request = try await vera.request(draft).id
        case (.heldComment, _):
            guard happens else { break }
            _ = try await session(Self.sam).comment(
                CommentDraft(text: "heldword for @vera", parent: comments[1].id), on: comments[1].item)
        case (.block, _), (_, 0): break
        case (.laterBlock, _) where !samExists: break
        case (.friendsItems, 2): break
        case (_, 1): _ = try await vera.follow(.id(people[Self.sam]), notifications: nil)
        default:
            let draft = RequestDraft(kind: .friend, to: .person(.id(people[Self.sam])))
            _ = try await session(Self.sam).accept(try await vera.request(draft).id)
        }
    }

    private func script() -> [Step] {
        var random = SeededRandom(seed: seed &+ 1_000_000)
        var steps = (0..<56).map { _ in Self.step(Act.allCases, &random) }
        for _ in 0..<8 {
            let secret = Self.step(Act.allCases, isSecret: true, &random)
            steps.insert(secret, at: Int.random(in: 0...steps.count, using: &random))
        }
        return steps
    }

    /// What happens after the week has ended.
    private func lateScript() -> [Step] {
        var random = SeededRandom(seed: seed &+ 2_000_000)
        return (0..<5).map { _ in Self.step([.play, .unplay], &random) }
    }

    private static func step(_ acts: [Act], isSecret: Bool = false, _ random: inout SeededRandom) -> Step {
        Step(
            act: acts.randomElement(using: &random)!,
            actor: Int.random(in: 0...4, using: &random),
            target: Int.random(in: 0...4, using: &random),
            number: Int.random(in: 0..<1_000, using: &random),
            id: UUID.version7(at: TestClock.start, using: &random), isSecret: isSecret)
    }

    /// The private workouts, which exist in one world only.
    func secretWorkouts() -> [Workout.ID] { script().filter(\.isSecret).map { Workout.ID($0.id) } }

    private mutating func perform(_ step: Step) async throws {
        clock.tick()
        try await act(step)
        try await receive()
    }

    private mutating func receive() async throws {
        // Notifications of overtaking depend on the events that are read together.
        _ = try await engine.followLog()
        // Nor does she receive anything again.
        let page = try await session(Self.vera).changes(since: latest ?? start)
        latest = page.next
        // The ids of seasons are random, and with them the order of those that end together.
        received.append("received \(page.changes.map(\.summary).sorted())")
    }

    /// Sam blocks Vera, or his comment is released.
    private mutating func endSecret() async throws {
        clock.tick()
        switch secret {
        case .laterBlock:
            if happens { try await session(Self.sam).block(.id(people[Self.vera])) }
            _ = try await engine.followLog()
            received = []
            latest = try await session(Self.vera).changes(since: nil).next
        case .heldComment:
            clock.advance(by: 72 * 3_600)
            if happens { try await engine.releasesTexts() } else { try await writeLate() }
            try await receive()
        case .privateItems, .rejection, .mute, .block, .friendsItems, .account, .role: break
        }
    }

    /// Writes what the other world has held, as far as it is possible now.
    private func writeLate() async throws {
        let (sam, parent) = (session(Self.sam), comments[1])
        let text = "hardword for @vera"
        do {
            _ = try await sam.comment(CommentDraft(text: text, parent: parent.id), on: parent.item)
        } catch let error as SocialError where error.code == .commentNotFound {
            _ = try await sam.comment(CommentDraft(text: text), on: parent.item)
        }
    }

    /// Ends the week, after which some score late or delete their scores.
    private mutating func closeWeek() async throws {
        clock.advance(to: max(clock.now, try day(2026_03_01).endEverywhere))
        try await engine.closeSeasons()
        try await receive()
        for step in lateScript() {
            clock.tick()
            try await act(step)
            try await engine.closeSeasons()
            try await receive()
        }
        seasons += try await session(Self.vera).seasons(of: nil, kind: nil, .whole).items.map(\.id)
        for group in groups {
            do {
                let found = try await session(Self.vera).seasons(of: group, kind: nil, .whole).items
                seasons += found.map(\.id)
            } catch is SocialError {}
        }
    }

    private mutating func act(_ step: Step) async throws {
        guard !step.isSecret else {
            if happens { try await performSecretly(step) }
            return
        }
        let (actor, target) = (session(step.actor), PersonReference.id(people[step.target]))
        let item = items[step.number % items.count]
        switch step.act {
        case .publish:
            let visibilities: [ItemVisibility] = [.private, .friends, .followers, .public]
            let draft = WorkoutDraft.sample(
                "Workout \(step.number)", startedAt: beginning(of: step),
                visibility: visibilities[step.number % 4])
            items.append(
                try await made(by: step) {
                    try await actor.publish(draft, as: Workout.ID(step.id), ifMatch: nil).workout.id.item
                })
        case .play:
            let draft = ScoreDraft(
                score: step.number % 6 + 1, isCompleted: true,
                visibility: ScoreVisibility.allCases[step.number % ScoreVisibility.allCases.count])
            items.append(
                try await made(by: step) {
                    try await actor.publish(draft, in: step.game, on: try day(2026_03_01)).score.id
                })
        case .unplay:
            try await attempt(step) { try await actor.deleteScore(in: step.game, on: try day(2026_03_01)) }
        case .comment:
            let draft = CommentDraft(text: "Comment \(step.number) for @vera")
            let id = try await made(by: step) { try await actor.comment(draft, on: item).id }
            comments.append(Written(id: id, item: item, author: step.actor))
        case .answer:
            let parent = comments[step.number % comments.count]
            let id = try await made(by: step) { try await Self.answer(parent, step, as: actor) }
            comments.append(Written(id: id, item: parent.item, author: step.actor))
        case .deleteComment:
            let comment = comments[step.number % comments.count].id
            try await attempt(step) { try await actor.deleteComment(comment) }
        case .createGroup:
            groups.append(
                try await made(by: step) { try await actor.createGroup(title: "Group \(step.number)").id })
        case .giveKudos:
            try await attempt(step) { _ = try await actor.giveKudos(to: item, big: false) }
        case .withdrawKudos:
            try await attempt(step) { _ = try await actor.withdrawKudos(from: item) }
        case .heart:
            let comment = comments[step.number % comments.count].id
            try await attempt(step) { _ = try await actor.giveHeart(to: comment) }
        case .follow:
            try await attempt(step) { _ = try await actor.follow(target, notifications: nil) }
        case .ask:
            let draft = RequestDraft(kind: .friend, to: .person(target), message: "Hello")
            try await attempt(step) { _ = try await actor.request(draft) }
        case .accept:
            let sender = people[step.target]
            try await attempt(step) {
                let waiting = try await actor.requests(.incoming, kind: nil, .whole).items
                guard let found = waiting.first(where: { $0.from.id == sender }) else { return }
                _ = try await actor.accept(found.id)
            }
        case .join:
            // Vera would notice that Sam leaves her group.
            let number = secret == .laterBlock && step.actor == Self.sam ? 0 : step.number % codes.count
            let code = codes[number]
            try await attempt(step) { _ = try await actor.joinGroup(code: code) }
        case .setAvatar: try await attempt(step) { _ = try await actor.setAvatar(Pictures.plain) }
        case .describe:
            let changes = AccountChanges(bio: "Bio \(step.number)")
            try await attempt(step) { _ = try await actor.update(changes, ifMatch: nil) }
        }
    }

    /// When a workout begins that is published now. Some overlap.
    private func beginning(of step: Step) -> Date {
        clock.now.addingTimeInterval(-Double(3_600 + step.number % 40 * 240))
    }

    /// Answers a comment. To Vera, an answer to Sam's comment stands by itself, as it does where there is no Sam.
    private static func answer(
        _ parent: Written, _ step: Step, as actor: Session
    ) async throws -> Paceline.Comment.ID {
        let text = "Answer \(step.number) for @vera"
        do {
            return try await actor.comment(CommentDraft(text: text, parent: parent.id), on: parent.item).id
        } catch let error as SocialError where error.code == .commentNotFound && parent.author == sam {
            return try await actor.comment(CommentDraft(text: text), on: parent.item).id
        }
    }

    /// Runs a random action, which may fail.
    private func attempt(_ step: Step, _ body: () async throws -> Void) async throws {
        // Sam's answer would end the request that he rejects in one of the worlds.
        let mayAnswer = secret == .rejection && step.actor == Self.sam && step.target == Self.vera
        guard step.actor != Self.sam || samExists && !mayAnswer, !mayBefriend(step) else { return }
        do {
            try await body()
        } catch is SocialError {}
    }

    /// Runs a random action that makes something.
    /// - Returns: its id, or one that nothing has if the action failed.
    private func made<Subject>(
        by step: Step, _ body: () async throws -> Identifier<Subject>
    ) async throws -> Identifier<Subject> {
        guard step.actor != Self.sam || samExists else { return Identifier(step.id) }
        do {
            return try await body()
        } catch is SocialError {
            return Identifier(step.id)
        }
    }

    /// Whether the action may make friends of Sam and Vera, who would then see what she must not. She may follow him.
    private func mayBefriend(_ step: Step) -> Bool {
        guard secret == .friendsItems, Set([step.actor, step.target]) == [Self.sam, Self.vera] else {
            return false
        }
        return switch step.act {
        case .ask, .accept: true
        case .follow: step.actor == Self.sam
        default: false
        }
    }

    private func performSecretly(_ step: Step) async throws {
        let sam = session(Self.sam)
        switch secret {
        case .block, .laterBlock, .heldComment: break
        case .account:
            let changes = AccountChanges(
                email: "sam\(step.number)@example.com", fullName: "Sam \(step.number)")
            _ = try await sam.update(changes, ifMatch: nil)
        case .mute: try await sam.mute(.id(people[Self.vera]))
        case .role:
            let roles: [StaffRole?] = [.moderator, .administrator, nil]
            try await engine.setRole(
                of: Self.names[Self.sam], to: roles[step.number % roles.count], leavingNoAdministrator: true)
        case .rejection:
            do {
                try await sam.reject(request)
            } catch let error as SocialError where error.code == .requestNotFound {
                // He has rejected it before.
            }
        case .privateItems: try await publishSecretly(step, .private, as: sam)
        case .friendsItems: try await publishSecretly(step, .friends, as: sam)
        }
    }

    private func publishSecretly(
        _ step: Step, _ visibility: ItemVisibility, as sam: Session
    ) async throws {
        let id = Workout.ID(step.id)
        let draft = WorkoutDraft.sample(
            "Secret \(step.number)", startedAt: beginning(of: step), visibility: visibility)
        _ = try await sam.publish(draft, as: id, ifMatch: nil)
        let score = ScoreDraft(score: 20, isCompleted: true, visibility: .private)
        let published = try await sam.publish(score, in: .mini, on: try day(2026_03_01)).score
        for item in [id.item, published.id] {
            _ = try await sam.comment(CommentDraft(text: "Secret for @vera"), on: item)
            _ = try await sam.giveKudos(to: item, big: true)
        }
        switch step.number % 4 {
        case 0: try await sam.deleteWorkout(id)
        case 1: try await sam.setPhoto(Pictures.withPlace, of: id)
        case 2: _ = try await sam.publish(draft, as: id, ifMatch: nil)
        default: try await sam.deleteScore(in: .mini, on: try day(2026_03_01))
        }
    }
}
