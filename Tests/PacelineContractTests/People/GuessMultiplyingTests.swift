import Foundation
import Paceline
import PacelineEngine
import Testing

@Suite("Guessing passwords with a weaker credential")
struct GuessMultiplyingTests {
    private static let password = Credential.password(username: "ana", password: World.password)
    private static let wrong = Credential.password(username: "ana", password: "not the password")

    /// Signs up Ana, who links a device and an Apple identity.
    /// - Returns: also the credentials by number, since a token of Apple works once.
    private static func memberWithWeakerCredentials(
        in world: World
    ) async throws -> (ana: Member, weaker: @Sendable (Int) -> Credential) {
        let ana = try await world.person("ana")
        let device = Credential.device(secret: Credential.newDeviceSecret())
        _ = try await ana.services.link(device)
        _ = try await ana.services.link(StandInAppleVerifier.credential("001.ana"))
        world.clock.tick()
        return (ana, { $0.isMultiple(of: 2) ? device : StandInAppleVerifier.credential("001.ana") })
    }

    @Test(
        "all sessions of a person that another credential opened guess ten times, then once a minute", .world,
        arguments: Implementation.allCases)
    func sessions(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, weaker) = try await Self.memberWithWeakerCredentials(in: world)
        for number in 0..<10 {
            let signedIn = try await world.community.signIn(with: weaker(number))
            let thief = try await world.community.services(token: signedIn.token)
            await expectError(.invalidCredentials) { try await thief.reauthenticate(with: Self.wrong) }
        }
        let thief = try await world.community.services(
            token: try await world.community.signIn(with: weaker(0)).token)
        await expectError(.rateLimited) { try await thief.reauthenticate(with: Self.password) }
        await expectError(.rateLimited) {
            try await thief.changePassword(
                PasswordChange(currentPassword: World.password, newPassword: "another good one"))
        }
        // The owner signed in with the password, and is not kept out.
        try await ana.services.changePassword(
            PasswordChange(currentPassword: World.password, newPassword: "another good one"))
    }

    @Test(
        "after a hundred wrong passwords in sessions, one a day can be tried", .world,
        arguments: Implementation.allCases)
    func persistence(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (_, weaker) = try await Self.memberWithWeakerCredentials(in: world)
        let thief = try await world.community.services(
            token: try await world.community.signIn(with: weaker(0)).token)
        for _ in 0..<100 {
            await expectError(.invalidCredentials) { try await thief.reauthenticate(with: Self.wrong) }
            world.clock.advance(by: 60)
        }
        await expectError(.rateLimited) { try await thief.reauthenticate(with: Self.wrong) }
        world.clock.advance(by: 86_400)
        await expectError(.invalidCredentials) { try await thief.reauthenticate(with: Self.wrong) }
        await expectError(.rateLimited) { try await thief.reauthenticate(with: Self.wrong) }
    }

    @Test(
        "a client known by another credential has a stranger's limit of guesses, and the owner is notified",
        .world, arguments: Implementation.allCases)
    func clients(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, weaker) = try await Self.memberWithWeakerCredentials(in: world)
        let own = try await world.community.client("Phone").signIn(with: Self.password)
        for number in 0..<10 {
            let signedIn = try await world.community.client("Thief").signIn(with: weaker(number))
            let thief = world.community.client("Thief", knowing: signedIn.clientToken)
            await expectError(.invalidCredentials) { try await thief.signIn(with: Self.wrong) }
        }
        let signedIn = try await world.community.client("Thief").signIn(with: weaker(0))
        let thief = world.community.client("Thief", knowing: signedIn.clientToken)
        await expectError(.rateLimited) { try await thief.signIn(with: Self.password) }
        let notified = try await ana.inbox().items.compactMap(\.security?.kind)
        #expect(notified.contains(.signInFailed))

        let phone = world.community.client("Phone", knowing: own.clientToken)
        // Signing in with the device there takes no trust from it.
        let again = try await phone.signIn(with: weaker(0))
        for token in [own.clientToken, again.clientToken] {
            let known = world.community.client("Phone", knowing: token)
            #expect(try await known.signIn(with: Self.password).person.id == ana.id)
        }
    }

    @Test(
        "a client that signed in with a device is known: signing in again notifies no one", .world,
        arguments: Implementation.allCases)
    func knownClients(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, weaker) = try await Self.memberWithWeakerCredentials(in: world)
        let first = try await world.community.client("Phone").signIn(with: weaker(0))
        _ = try await world.community.client("Phone", knowing: first.clientToken).signIn(with: weaker(0))
        let notified = try await ana.inbox().items.compactMap(\.security)
        #expect(notified.filter { $0.kind == .signedIn }.map(\.count) == [1])
    }

    @Test(
        "after a hundred wrong passwords on a known client, one a day can be tried", .world,
        arguments: Implementation.allCases)
    func persistentClient(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        _ = try await world.person("ana")
        let signedIn = try await world.community.signIn(with: Self.password)
        let phone = world.community.client("Phone", knowing: signedIn.clientToken)
        for _ in 0..<100 {
            await expectError(.invalidCredentials) { try await phone.signIn(with: Self.wrong) }
            world.clock.advance(by: 60)
        }
        await expectError(.rateLimited) { try await phone.signIn(with: Self.wrong) }
        world.clock.advance(by: 86_400)
        #expect(try await phone.signIn(with: Self.password).person.username == "ana")
    }
}
