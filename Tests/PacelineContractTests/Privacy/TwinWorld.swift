import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import PacelineEngine

/// A community in which five people act at random, as Vera sees it. Equal seeds give equal communities, except for the
/// secret.
struct TwinWorld {
    static let vera = 0
    static let ada = 1
    static let ben = 2
    static let sam = 4

    let secret: Secret
    /// Whether the secret happens in this world.
    let happens: Bool
    let extent: Extent
    let seed: UInt64
    let clock: TestClock
    let database: MeasuredDatabase
    let engine: PacelineEngine.Engine
    let friendCodes: [String]
    /// A comment by Vera, which Sam answers.
    private let firstComment: Written
    /// Whether he can.
    private var isHeld = false
    var people: [Person.ID]
    // What was made so far. Both worlds have the same number, since what fails leaves an id that no one has.
    var items: [FeedItem.ID]
    var comments: [Written]
    var groups: [LeaderboardGroup.ID]
    var codes: [String]
    /// The seasons that Vera sees.
    var seasons: [Season.ID] = []
    var request: ConnectionRequest.ID = .random()
    let start: ChangeToken?
    /// Where Vera has read the changes to, and what she has received.
    private var latest: ChangeToken?
    private var received: [String] = []
    /// Chooses what she reads, likewise in both worlds.
    var random: SeededRandom
    var text: ResponseText

    /// How much happens and is read in a world.
    enum Extent {
        /// Much happens, and she reads everything before and after her writes.
        case whole
        /// Little happens, and she reads samples, so that many worlds can be compared.
        case sample

        /// How many actions are not secret.
        var openCount: Int { self == .whole ? 56 : 14 }
        var secretCount: Int { self == .whole ? 8 : 4 }
        /// After how many actions she receives what is new.
        var pause: Int { self == .whole ? 1 : 6 }
    }

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
    static func observations(
        of secret: Secret, happening happens: Bool, seed: UInt64, _ extent: Extent
    ) async throws -> TwinObservations {
        let key = TwinScene.Key(
            cast: Int(seed - 1) % TwinScene.castCount,
            hasSam: happens || ![.block, .laterBlock].contains(secret),
            // Members of a group see in its tournaments what their friends do, as on its boards.
            hasTournaments: secret != .friendsItems)
        let scene = try await TwinScenes.shared.scene(key)
        var world = try await TwinWorld(secret, happens, seed, extent, scene)
        try await world.setUp()
        for (number, step) in world.script().enumerated() {
            try await world.perform(step, isPause: number % extent.pause == 0)
        }
        try await world.receive()
        try await world.endSecret()
        // In samples, half of the worlds are read during the week.
        if extent == .whole || seed.isMultiple(of: 2) { try await world.closeWeek() }
        // Until Sam blocked her, she noticed him.
        let hasForgotten = secret == .laterBlock
        var seen = TwinObservations()
        if !hasForgotten { seen.add(try await world.heard()) }
        for isAfterWrites in extent == .whole ? [false, true] : [true] {
            if isAfterWrites { seen.add(try await world.writes()) }
            try await world.read(into: &seen)
        }
        if !hasForgotten { seen.add(try await world.changes()) }
        try await world.database.close()
        seen.lines = world.received.map { TwinObservations.Line(text: $0) } + seen.lines
        return seen
    }

    private init(
        _ secret: Secret, _ happens: Bool, _ seed: UInt64, _ extent: Extent, _ scene: TwinScene
    ) async throws {
        self.secret = secret
        self.happens = happens
        self.seed = seed
        self.extent = extent
        clock = TestClock()
        clock.advance(to: scene.clock.now)
        database = MeasuredDatabase(try scene.database.copyInMemory())
        engine = try await TwinScene.engine(on: database, clock, seed: seed)
        random = SeededRandom(seed: seed &+ 3_000_000)
        (people, friendCodes) = (scene.people, scene.friendCodes)
        (items, comments, groups, codes) = (scene.items, scene.comments, scene.groups, scene.codes)
        firstComment = scene.comments[1]
        start = scene.start
        text = ResponseText(codes: scene.codes, importKey: scene.importKey)
    }

    func session(_ person: Int) -> Session { engine.session(for: people[person]) }

    var samExists: Bool { ![.block, .laterBlock].contains(secret) || happens }

    // MARK: - What happens

    private mutating func setUp() async throws {
        let vera = session(Self.vera)
        if secret == .block, happens { try await session(Self.sam).block(.id(people[Self.vera])) }
        clock.tick()
        do {
            try await connect(vera)
        } catch let error as SocialError {
            // Children neither follow nor are followed by people who are not their friends.
            received.append("not connected: \(error.code.rawValue)")
        }
    }

    /// What Sam and Vera have to do with each other.
    private mutating func connect(_ vera: Session) async throws {
        switch (secret, seed % 3) {
        case (.declining, _):
            request = try await vera.request(RequestDraft(kind: .friend, to: samsAddress)).id
            try await vera.invite(.id(people[Self.sam]), to: groups[1])
        case (.heldComment, _):
            let sam = session(Self.sam)
            // He may later become able to see what he may not answer now.
            let comments = try await sam.comments(on: firstComment.item, .whole).items
            guard comments.contains(where: { $0.id == firstComment.id }) else { break }
            if happens {
                let draft = CommentDraft(text: "heldword for @vera", parent: firstComment.id)
                _ = try await sam.comment(draft, on: firstComment.item)
            }
            isHeld = true
        case (.block, _), (_, 0): break
        case (.laterBlock, _) where !samExists: break
        case (.friendsItems, 2): break
        case (_, 1): _ = try await vera.follow(.id(people[Self.sam]), notifications: nil)
        default:
            let draft = RequestDraft(kind: .friend, to: samsAddress)
            _ = try await session(Self.sam).accept(try await vera.request(draft).id)
        }
    }

    /// Children are asked with their code only.
    private var samsAddress: RequestDraft.Recipient {
        seed.isMultiple(of: 2) ? .code(friendCodes[Self.sam]) : .person(.id(people[Self.sam]))
    }

    private func script() -> [Step] {
        var random = SeededRandom(seed: seed &+ 1_000_000)
        var steps = (0..<extent.openCount).map { _ in Self.step(Act.allCases, &random) }
        for _ in 0..<extent.secretCount {
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

    private mutating func perform(_ step: Step, isPause: Bool) async throws {
        clock.tick()
        try await act(step)
        if isPause { try await receive() }
    }

    private mutating func receive() async throws {
        // Notifications of overtaking depend on the events that are read together.
        _ = try await engine.followLog()
        // Nor does she receive anything again.
        let page = try await session(Self.vera).changes(since: latest ?? start)
        latest = page.next
        // The ids of seasons are random, and with them the order of those that end together.
        received.append("received \(summaries(of: page.changes).sorted())")
    }

    /// What changed. Members of a group see on its boards what their friends do, and so do they that a board moved.
    func summaries(of changes: [Change]) -> [String] {
        changes.map(\.summary).filter { secret != .friendsItems || $0 != "board moved" }
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
            if happens { try await engine.releasesTexts() } else if isHeld { try await writeLate() }
            try await receive()
        case .privateItems, .declining, .mute, .block, .friendsItems, .account, .role: break
        }
    }

    /// Writes what the other world has held, as far as it is possible now.
    private func writeLate() async throws {
        let (sam, parent) = (session(Self.sam), firstComment)
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
