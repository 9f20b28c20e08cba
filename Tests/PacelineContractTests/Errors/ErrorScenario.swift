import Paceline
import PacelineEngine
import Testing

/// A situation that causes an error code: the reference for what every implementation rejects.
struct ErrorScenario: Sendable, CustomTestStringConvertible {
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

    static let all =
        asking + signingIn + people + graph + workouts + reactions + leaderboards + groups
        + rewards + quotas + sync
}

extension ErrorScenario {
    private static let asking = [
        ErrorScenario(.invalidValue) { world in
            _ = try await world.person("ana").services.blocks(PageRequest(limit: 0))
        },
        ErrorScenario(.invalidCursor) { world in
            _ = try await world.person("ana").services.blocks(PageRequest(cursor: Cursor("AAAA")))
        },
        ErrorScenario(.preconditionFailed) { world in
            _ = try await world.person("ana").services.update(
                AccountChanges(bio: "Rows."), ifMatch: Version(number: 1))
        },
        ErrorScenario(.notFound) { world in try await world.person("ana").services.revokeSession(.random()) },
        ErrorScenario(.tooLarge) { world in
            let byteCount = StoredImage.maxByteCount + 2
            _ = try await world.person("ana").services.setAvatar(Pictures.picture(byteCount: byteCount))
        },
        ErrorScenario(.unsupportedMediaType) { world in
            _ = try await world.person("ana").services.setAvatar(Array("GIF89a".utf8))
        },
    ]

    private static let rewards = [
        rewardScenario(.rewardNotFound) { try await $0.services.redeem(Reward.ID(trusted: "crown"), at: 1) },
        rewardScenario(.priceChanged) { try await $0.services.redeem(reward.id, at: 99) },
        rewardScenario(.insufficientXP) {
            try await $0.services.redeem(RewardOffer("dear", 5_000).id, at: 5_000)
        },
        rewardScenario(.soldOut) { try await $0.services.redeem(RewardOffer("gone", 1).id, at: 1) },
        rewardScenario(.notRefundable) { ana in
            let redemption = try await ana.services.redeem(reward.id, at: reward.price)
            ana.clock.advance(by: Redemption.refundPeriod)
            return try await ana.services.refund(redemption.id)
        },
    ]

    private static let reward = RewardOffer("bottle", 100)

    /// A situation of a member with XP, in a community with rewards.
    private static func rewardScenario(
        _ code: SocialError.Code, _ act: @escaping @Sendable (Member) async throws -> Redemption
    ) -> ErrorScenario {
        ErrorScenario(
            code,
            configuring: { environment in
                let offers = [reward, RewardOffer("dear", 5_000), RewardOffer("gone", 1, stock: 0)]
                do {
                    environment.rewards = try RewardCatalogue(offers)
                } catch {
                    Issue.record("The rewards are invalid: \(error)")
                }
            }
        ) { world in
            let ana = try await world.person("ana")
            try await ana.runs(5)
            _ = try await act(ana)
        }
    }

    private static let quotas = [
        ErrorScenario(.quotaExceeded, configuring: { $0.quotas.firstWeekStorage = 100 }) { world in
            _ = try await world.person("ana").services.setAvatar(Pictures.picture(byteCount: 128))
        }
    ]

    private static let sync = [
        ErrorScenario(.changesExpired, configuring: { $0.sessionLifetime = 365 * 86_400 }) { world in
            let ana = try await world.person("ana")
            let token = try await ana.services.changes(since: nil).next
            world.clock.advance(days: 91)
            _ = try await ana.services.changes(since: token)
        },
        ErrorScenario(.deviceReused) { world in
            let request = SyncRequest(device: .random(), acknowledged: 1)
            _ = try await world.person("ana").services.sync(request)
        },
        ErrorScenario(.commandSkipped) { world in
            let command = SyncCommand(number: 1, method: "PATCH", path: "/v1/me", skip: true)
            let answer = try await world.person("ana").services.sync(
                SyncRequest(device: .random(), commands: [command]))
            if let problem = answer.results.first?.problem { throw problem }
        },
    ]

    private static let signingIn = [
        ErrorScenario(.unauthenticated) { world in _ = try await world.community.services(token: "nonsense")
        },
        ErrorScenario(.invalidCredentials) { world in
            _ = try await world.community.signIn(with: .password(username: "ana", password: World.password))
        },
        ErrorScenario(.providerUnavailable, configuring: { $0.appleVerifier = nil }) { world in
            _ = try await world.community.signIn(with: StandInAppleVerifier.credential("001.ana"))
        },
        ErrorScenario(.rateLimited) { world in
            let wrong = Credential.password(username: "ana", password: "not the password")
            for _ in 0..<10 {
                await expectError(.invalidCredentials) { try await world.community.signIn(with: wrong) }
            }
            _ = try await world.community.signIn(with: wrong)
        },
        ErrorScenario(
            .busy,
            configuring: {
                $0.passwordLimits.hashing = 0
                $0.passwordLimits.waiting = 0
            }
        ) { world in _ = try await world.person("ana") },
        ErrorScenario(.passwordTooCommon) { world in
            let signUp = SignUp(username: "ana", password: "iloveyou", birthDate: try day(1990_05_17))
            _ = try await world.community.signUp(signUp)
        },
        ErrorScenario(.reauthenticationRequired) { world in
            let ana = try await world.person("ana")
            world.clock.advance(by: 601)
            _ = try await ana.services.link(.device(secret: Credential.newDeviceSecret()))
        },
        ErrorScenario(.identityTaken) { world in
            _ = try await world.community.signIn(with: StandInAppleVerifier.credential("001.ana"))
            _ = try await world.person("ana").services.link(StandInAppleVerifier.credential("001.ana"))
        },
        ErrorScenario(.identityExists) { world in
            let ana = try await world.newcomer()
            _ = try await ana.services.link(.device(secret: Credential.newDeviceSecret()))
        },
        ErrorScenario(.lastIdentity) { world in
            let ana = try await world.newcomer()
            try await ana.services.unlink(try await ana.services.identities()[0].id)
        },
    ]

    private static let people = [
        ErrorScenario(.usernameRequired) { world in
            _ = try await world.newcomer().services.feed(FeedQuery(), PageRequest())
        },
        ErrorScenario(.usernameTaken) { world in
            _ = try await world.person("ana")
            _ = try await world.person("ana")
        },
        ErrorScenario(.usernameInvalid) { world in _ = try await world.person("a") },
        ErrorScenario(.usernameReserved) { world in _ = try await world.person("admin") },
        ErrorScenario(.usernameInappropriate) { world in _ = try await world.person("fuck_you") },
        ErrorScenario(.nameReserved) { world in _ = try await world.person("ana", displayName: "Adm1n") },
        ErrorScenario(.staffOnly) { world in
            _ = try await world.person("ana").staffServices.staff()
        },
        ErrorScenario(.personNotFound) { world in
            _ = try await world.person("ana").services.person(.username("ben"))
        },
        ErrorScenario(.ageRestricted) { world in
            try await world.person("ana", born: 2016_01_01).chooses(.public)
        },
        ErrorScenario(.birthDateRequired) { world in try await world.newcomer().chooses(.public) },
        ErrorScenario(.birthDateFixed) { world in
            let changes = AccountChanges(birthDate: try day(2000_01_01))
            _ = try await world.person("ana").services.update(changes, ifMatch: nil)
        },
    ]

    private static let graph = [
        ErrorScenario(.selfNotAllowed) { world in
            let ana = try await world.person("ana")
            try await ana.blocks(ana)
        },
        ErrorScenario(.requestExists) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.asks(ben)
            try await ana.asks(ben)
        },
        ErrorScenario(.requestNotFound) { world in
            _ = try await world.person("ana").services.accept(.random())
        },
        ErrorScenario(.requestsNotAllowed) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.sets(SettingsChanges(allowFriendRequests: false))
            try await ana.asks(ben)
        },
        ErrorScenario(.alreadyFriends) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            try await ana.asks(ben)
        },
        ErrorScenario(.alreadyFollowing) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.follows(ben)
            try await ana.asks(ben, kind: .follow)
        },
        ErrorScenario(.notFriends) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.services.unfriend(ben.reference)
        },
        ErrorScenario(.blockedByMe) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.blocks(ben)
            try await ana.asks(ben)
        },
        ErrorScenario(.friendCodeNotFound) { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.request(RequestDraft(to: .code("OOOOOO")))
        },
    ]

    private static let workouts = [
        ErrorScenario(.workoutNotFound) { world in
            _ = try await world.person("ana").services.workout(.random())
        },
        ErrorScenario(.photoNotFound) { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.photo(of: try await ana.publishes().id)
        },
        ErrorScenario(.imageInvalid) { world in
            _ = try await world.person("ana").services.setAvatar(Pictures.cutShort)
        },
        ErrorScenario(.notAllowed) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.services.deleteWorkout(try await ana.publishes().id)
        },
    ]

    private static let reactions = [
        ErrorScenario(.itemNotFound) { world in _ = try await world.person("ana").services.item(.random()) },
        ErrorScenario(.commentNotFound) { world in
            try await world.person("ana").services.deleteComment(.random())
        },
    ]

    private static let leaderboards = [
        ErrorScenario(.gameNotFound) { world in
            try await world.person("ana").plays(3, in: Game.ID(trusted: "chess"))
        },
        ErrorScenario(.scoreNotFound) { world in
            try await world.person("ana").services.deleteScore(in: .wordle, on: try day(2026_03_01))
        },
    ]

    private static let groups = [
        ErrorScenario(.groupNotFound) { world in
            _ = try await world.person("ana").services.group(.random())
        },
        ErrorScenario(.invitationNotFound) { world in
            _ = try await world.person("ana").joins("ABCDE23456")
        },
        ErrorScenario(.alreadyMember) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.invites(ben, to: try await ana.createsGroup(with: ben))
        },
        ErrorScenario(.ownerMustStay) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ana.leaves(try await ana.createsGroup(with: ben))
        },
        ErrorScenario(.seasonNotFound) { world in
            _ = try await world.person("ana").services.season(.random())
        },
        ErrorScenario(.limitReached) { world in
            let ana = try await world.person("ana")
            for index in 0...LeaderboardGroup.maxGroupsPerPerson { try await ana.createsGroup("\(index)") }
        },
    ]
}
