import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import PacelineEngine

/// A community in which five people act at random, as Vera sees it. Equal seeds give equal communities, except for the
/// secret.
struct TwinWorld {
    static let names = ["vera", "ada", "ben", "cid", "sam"]
    static let vera = 0
    private static let ada = 1
    private static let ben = 2
    static let sam = 4

    let secret: Secret
    /// Whether the secret happens in this world.
    let happens: Bool
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

    enum Act: CaseIterable {
        case publish, play, unplay, giveKudos, withdrawKudos, comment, answer, deleteComment, heart
        case follow, ask, accept, createGroup, join, setAvatar, describe
    }

    struct Step {
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

    var samExists: Bool { ![.block, .laterBlock].contains(secret) || happens }

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
        case (.declining, _):
            let draft = RequestDraft(kind: .friend, to: .person(.id(people[Self.sam])))
            request = try await vera.request(draft).id
            try await vera.invite(.id(people[Self.sam]), to: groups[1])
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
        case .privateItems, .declining, .mute, .block, .friendsItems, .account, .role: break
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
}
