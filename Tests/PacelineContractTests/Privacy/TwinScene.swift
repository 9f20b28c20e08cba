import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine

/// How twin worlds begin: five people, their friendships, groups and first items. Each scene is prepared once, and then
/// copied.
struct TwinScene: Sendable {
    struct Key: Hashable, Sendable {
        /// Decides the ages; 0 for adults only.
        let cast: Int
        let hasSam: Bool
        let hasTournaments: Bool
    }

    /// How many casts there are: each age of the reader with each age of the owner, and more than one of the others.
    static let castCount = 32

    static let names = ["vera", "ada", "ben", "cid", "sam"]

    let key: Key
    let clock = TestClock()
    let database: SQLiteDatabase
    var people: [Person.ID] = []
    var friendCodes: [String] = []
    var items: [FeedItem.ID] = []
    var comments: [TwinWorld.Written] = []
    var groups: [LeaderboardGroup.ID] = []
    var codes: [String] = []
    var start: ChangeToken?
    var importKey = ""

    /// - Parameter blank: a migrated database without people.
    fileprivate init(_ key: Key, copying blank: SQLiteDatabase) async throws {
        self.key = key
        database = try blank.copyInMemory()
        let engine = try await Self.engine(on: database, clock, seed: UInt64(key.cast) + 5_000_000)
        try await prepare(engine)
    }

    static func engine(
        on database: any Database, _ clock: TestClock, seed: UInt64
    ) async throws -> PacelineEngine.Engine {
        var environment = EngineEnvironment(now: { clock.now }, passwordCost: .fast)
        environment.random = .seeded(seed)
        environment.quotas.freeDisk = 0
        environment.words = words
        environment.rewards = try RewardCatalogue([reward])
        return try await PacelineEngine.Engine(database: database, environment: environment)
    }

    /// Signs adults up under these names, in this order.
    static func people(
        _ names: [String], in engine: PacelineEngine.Engine, _ clock: TestClock
    ) async throws -> [Session] {
        var people: [Session] = []
        for name in names {
            clock.tick()
            let signUp = SignUp(
                username: name, password: "correct horse battery", displayName: name.capitalized,
                birthDate: try day(1990_05_17))
            people.append(engine.session(for: try await engine.signUp(signUp).person.id))
        }
        return people
    }

    /// Without a stock, since what is left of one shows what others redeem.
    static let reward = RewardOffer(id: Reward.ID(trusted: "pass"), title: "Pool pass", price: 10)

    private static let words = WordList(trusted: "3 hardword\n4 heldword")

    // MARK: - Ages

    /// The reader and the owner have each age with each other; the ages of the others are random.
    private func age(of person: Int) -> AgeGroup {
        let ages: [AgeGroup] = [.adult, .child, .teenager, .unknown]
        switch person {
        case _ where key.cast == 0: return .adult
        case TwinWorld.vera: return ages[key.cast % 4]
        case TwinWorld.sam: return ages[key.cast / 4 % 4]
        default:
            var random = SeededRandom(seed: UInt64(key.cast * TwinScene.names.count + person))
            return ages.randomElement(using: &random)!
        }
    }

    private func signUp(_ number: Int, to engine: PacelineEngine.Engine) async throws -> Person.ID {
        let name = Self.names[number]
        let birthDate: Int
        switch age(of: number) {
        case .adult: birthDate = 1990_05_17
        case .teenager: birthDate = 2010_05_17
        case .child: birthDate = 2016_05_17
        case .unknown:
            let device = Credential.device(secret: Credential.newDeviceSecret())
            let person = try await engine.signIn(with: device).person.id
            _ = try await engine.session(for: person).setUsername(name)
            return person
        }
        let signUp = SignUp(
            username: name, password: "correct horse battery", displayName: name.capitalized,
            birthDate: try day(birthDate))
        return try await engine.signUp(signUp).person.id
    }

    // MARK: - What happens

    private mutating func prepare(_ engine: PacelineEngine.Engine) async throws {
        for number in Self.names.indices where number != TwinWorld.sam {
            clock.tick()
            people.append(try await signUp(number, to: engine))
        }
        let sessions = people.map { engine.session(for: $0) }
        let (vera, ada) = (sessions[TwinWorld.vera], sessions[TwinWorld.ada])
        importKey = try await vera.me().importKey
        start = try await vera.changes(since: nil).next
        for session in sessions { friendCodes.append(try await session.friendCode().code) }
        clock.tick()
        // Children are asked with their code only.
        let asked = try await ada.request(
            RequestDraft(kind: .friend, to: .code(friendCodes[TwinWorld.vera])))
        _ = try await vera.accept(asked.id)
        try await Self.attempt {
            _ = try await vera.follow(.id(people[TwinWorld.ben]), notifications: true)
        }
        _ = try await ada.setAvatar(Pictures.plain)
        _ = try await ada.setHeader(Pictures.plain)
        try await publish(as: ada)
        for item in items {
            clock.tick()
            let comment = try await vera.comment(CommentDraft(text: "Strong"), on: item)
            comments.append(TwinWorld.Written(id: comment.id, item: item, author: TwinWorld.vera))
        }
        for (number, owner) in [ada, vera].enumerated() {
            clock.tick()
            let group = try await owner.createGroup(title: "Group \(number)")
            groups.append(group.id)
            codes.append(try await owner.joinCode(of: group.id).code)
        }
        try await Self.attempt { _ = try await vera.joinGroup(code: codes[0]) }
        for lastDay in key.hasTournaments ? [2026_03_01, 2026_04_30] : [] {
            clock.tick()
            let draft = TournamentDraft(
                title: "Until \(lastDay)", metric: .distance, firstDay: try day(2026_03_01),
                lastDay: try day(lastDay))
            _ = try await ada.createTournament(draft, in: groups[0])
        }
        clock.tick()
        // He comes last, so that the others have the same codes without him.
        let sam = key.hasSam ? try await signUp(TwinWorld.sam, to: engine) : nil
        people.append(sam ?? .random())
        friendCodes.append("2345ZZZZ")
        if let sam { friendCodes[TwinWorld.sam] = try await engine.session(for: sam).friendCode().code }
    }

    private mutating func publish(as ada: Session) async throws {
        for (title, age, visibility) in [("First", 0.0, ItemVisibility.friends), ("Second", 900, .public)] {
            let id = Workout.ID.random()
            let startedAt = clock.now.addingTimeInterval(-age)
            do {
                _ = try await ada.publish(
                    .sample(title, startedAt: startedAt, visibility: visibility), as: id, ifMatch: nil)
            } catch is SocialError {
                // Ada may be too young to publish for everyone.
                _ = try await ada.publish(
                    .sample(title, startedAt: startedAt, visibility: .friends), as: id, ifMatch: nil)
            }
            if items.isEmpty { try await ada.setPhoto(Pictures.plain, of: id) }
            items.append(id.item)
        }
    }

    /// Does what the ages of the people may forbid.
    private static func attempt(_ body: () async throws -> Void) async throws {
        do { try await body() } catch is SocialError {}
    }
}

/// The scenes that have been prepared.
actor TwinScenes {
    static let shared = TwinScenes()

    private var blank: Task<SQLiteDatabase, any Error>?
    private var scenes: [TwinScene.Key: Task<TwinScene, any Error>] = [:]

    func scene(_ key: TwinScene.Key) async throws -> TwinScene {
        let blank =
            blank
            ?? Task {
                let database = try SQLiteDatabase.inMemory()
                _ = try await PacelineEngine.Engine(database: database)
                return database
            }
        self.blank = blank
        let scene = scenes[key] ?? Task { try await TwinScene(key, copying: try await blank.value) }
        scenes[key] = scene
        return try await scene.value
    }
}
