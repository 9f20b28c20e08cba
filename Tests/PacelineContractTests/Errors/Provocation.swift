import Paceline
import PacelineEngine
import Testing

/// How each code is brought about: the reference of what every implementation refuses, and as what.
struct Provocation: Sendable, CustomTestStringConvertible {
    let code: SocialError.Code
    var configuring: @Sendable (inout EngineEnvironment) -> Void = { _ in }
    let act: @Sendable (World) async throws -> Void

    var testDescription: String { code.rawValue }

    init(
        _ code: SocialError.Code,
        configuring: @escaping @Sendable (inout EngineEnvironment) -> Void = { _ in },
        _ act: @escaping @Sendable (World) async throws -> Void
    ) {
        self.code = code
        self.configuring = configuring
        self.act = act
    }

    static let all = asking + signingIn + people + graph + workouts + reactions + leaderboards + groups + sync
}

extension Provocation {
    private static let asking = [
        Provocation(.invalidValue) { world in
            _ = try await world.person("ana").services.blocks(PageRequest(limit: 0))
        },
        Provocation(.invalidCursor) { world in
            _ = try await world.person("ana").services.blocks(PageRequest(cursor: Cursor("AAAA")))
        },
        Provocation(.preconditionFailed) { world in
            _ = try await world.person("ana").services.update(
                AccountChanges(bio: "Rows."), ifMatch: Version(number: 1))
        },
        Provocation(.notFound) { world in try await world.person("ana").services.revokeSession(.random()) },
        Provocation(.tooLarge) { world in
            let byteCount = StoredImage.largestByteCount + 2
            _ = try await world.person("ana").services.setAvatar(Pictures.picture(byteCount: byteCount))
        },
        Provocation(.unsupportedMediaType) { world in
            _ = try await world.person("ana").services.setAvatar(Array("GIF89a".utf8))
        },
    ]

    private static let sync = [
        Provocation(.changesExpired, configuring: { $0.sessionLifetime = 365 * 86_400 }) { world in
            let ana = try await world.person("ana")
            let token = try await ana.services.changes(since: nil).next
            world.clock.advance(days: 91)
            _ = try await ana.services.changes(since: token)
        }
    ]

    private static let signingIn = [
        Provocation(.unauthenticated) { world in _ = try await world.door.services(token: "nonsense") },
        Provocation(.invalidCredentials) { world in
            _ = try await world.door.signIn(with: .password(username: "ana", password: World.password))
        },
        Provocation(.providerUnavailable, configuring: { $0.appleVerifier = nil }) { world in
            _ = try await world.door.signIn(with: StandInAppleVerifier.credential("001.ana"))
        },
        Provocation(.identityTaken) { world in
            let credential = StandInAppleVerifier.credential("001.ana")
            _ = try await world.door.signIn(with: credential)
            _ = try await world.person("ana").services.link(credential)
        },
        Provocation(.identityExists) { world in
            let ana = try await world.newcomer()
            _ = try await ana.services.link(.device(secret: World.deviceSecret()))
        },
        Provocation(.lastIdentity) { world in
            let ana = try await world.newcomer()
            try await ana.services.unlink(try await ana.services.identities()[0].id)
        },
    ]

    private static let people = [
        Provocation(.usernameRequired) { world in
            _ = try await world.newcomer().services.feed(FeedQuery(), PageRequest())
        },
        Provocation(.usernameTaken) { world in
            _ = try await world.person("ana")
            _ = try await world.person("ana")
        },
        Provocation(.usernameInvalid) { world in _ = try await world.person("a") },
        Provocation(.usernameReserved) { world in _ = try await world.person("admin") },
        Provocation(.usernameInappropriate) { world in _ = try await world.person("fuck_you") },
        Provocation(.personNotFound) { world in
            _ = try await world.person("ana").services.person(.username("ben"))
        },
        Provocation(.ageRestricted) { world in
            try await world.person("ana", born: 2016_01_01).chooses(.public)
        },
        Provocation(.birthDateFixed) { world in
            let changes = AccountChanges(birthDate: try day(2000_01_01))
            _ = try await world.person("ana").services.update(changes, ifMatch: nil)
        },
    ]

    private static let graph = [
        Provocation(.selfNotAllowed) { world in
            let ana = try await world.person("ana")
            try await ana.blocks(ana)
        },
        Provocation(.requestExists) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.asks(ben)
            try await ana.asks(ben)
        },
        Provocation(.requestNotFound) { world in
            _ = try await world.person("ana").services.accept(.random())
        },
        Provocation(.requestsNotAllowed) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.sets(SettingsChanges(allowFriendRequests: false))
            try await ana.asks(ben)
        },
        Provocation(.alreadyFriends) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.asks(ben)
        },
        Provocation(.alreadyFollowing) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            try await ana.asks(ben, kind: .follow)
        },
        Provocation(.notFriends) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.services.unfriend(ben.reference)
        },
        Provocation(.blockedByMe) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.blocks(ben)
            try await ana.asks(ben)
        },
        Provocation(.friendCodeNotFound) { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.request(RequestDraft(to: .code("OOOOOO")))
        },
    ]

    private static let workouts = [
        Provocation(.workoutNotFound) { world in
            _ = try await world.person("ana").services.workout(.random())
        },
        Provocation(.photoNotFound) { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.photo(of: try await ana.publishes().id)
        },
        Provocation(.imageInvalid) { world in
            _ = try await world.person("ana").services.setAvatar(Pictures.cutShort)
        },
        Provocation(.idTaken) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.publishes(as: try await ana.publishes().id)
        },
        Provocation(.notAllowed) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.services.deleteWorkout(try await ana.publishes().id)
        },
    ]

    private static let reactions = [
        Provocation(.itemNotFound) { world in _ = try await world.person("ana").services.item(.random()) },
        Provocation(.commentNotFound) { world in
            try await world.person("ana").services.deleteComment(.random())
        },
    ]

    private static let leaderboards = [
        Provocation(.gameNotFound) { world in
            try await world.person("ana").plays(3, in: Game.ID(trusted: "chess"))
        },
        Provocation(.scoreNotFound) { world in
            try await world.person("ana").services.deleteScore(in: .wordle, on: try day(2026_03_01))
        },
    ]

    private static let groups = [
        Provocation(.groupNotFound) { world in
            _ = try await world.person("ana").services.group(.random())
        },
        Provocation(.invitationNotFound) { world in
            _ = try await world.person("ana").joins("ABCDE23456")
        },
        Provocation(.alreadyMember) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.invites(ben, to: try await ana.founds(with: ben))
        },
        Provocation(.ownerMustStay) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.leaves(try await ana.founds(with: ben))
        },
        Provocation(.seasonNotFound) { world in
            _ = try await world.person("ana").services.season(.random())
        },
        Provocation(.limitReached) { world in
            let ana = try await world.person("ana")
            for index in 0...LeaderboardGroup.mostOfOnePerson { try await ana.founds("\(index)") }
        },
    ]
}
