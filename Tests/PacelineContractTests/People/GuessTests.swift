import Foundation
import Paceline
import PacelineClient
import PacelineEngine
import Testing

@Suite("Guessing passwords")
struct GuessTests {
    private static func password(_ world: World, of username: String = "ana") -> Credential {
        .password(username: username, password: World.password)
    }

    /// Tries wrong passwords, and returns the error of the last.
    @discardableResult
    private static func guess(
        _ count: Int, on community: any SignInService, _ username: String = "ana"
    ) async throws -> SocialError? {
        var last: SocialError?
        for number in 0..<count {
            do {
                _ = try await community.signIn(
                    with: .password(username: username, password: "guess number \(number)"))
            } catch let error as SocialError {
                last = error
            }
        }
        return last
    }

    @Test(
        "after ten wrong passwords, a stranger can try one every 15 minutes",
        arguments: Implementation.allCases)
    func strangers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            _ = try await world.person("ana")
            #expect(try await Self.guess(10, on: world.community)?.code == .invalidCredentials)
            let tooMany = try await Self.guess(1, on: world.community)
            #expect(tooMany?.code == .rateLimited && tooMany?.retryAfter == 900)
            #expect(tooMany?.message.contains("15 minutes") == true)
            await expectError(.rateLimited) { try await world.community.signIn(with: Self.password(world)) }
            world.clock.advance(by: 900)
            #expect(try await Self.guess(1, on: world.community)?.code == .invalidCredentials)
            #expect(try await Self.guess(1, on: world.community)?.code == .rateLimited)
            world.clock.advance(by: 900)
            _ = try await world.community.signIn(with: Self.password(world))
            #expect(
                try await Self.guess(9, on: world.community)?.code == .invalidCredentials,
                "a correct password resets the count")
        }
    }

    @Test("after a hundred wrong passwords, a stranger can try one a day", arguments: Implementation.allCases)
    func persistentStrangers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            _ = try await world.person("ana")
            for _ in 0..<100 {
                #expect(try await Self.guess(1, on: world.community)?.code == .invalidCredentials)
                world.clock.advance(by: 900)
            }
            #expect(try await Self.guess(1, on: world.community)?.code == .rateLimited)
            world.clock.advance(by: 86_400)
            _ = try await world.community.signIn(with: Self.password(world))
        }
    }

    @Test(
        "after a hundred wrong passwords, waiting for a week gives no new ones",
        arguments: Implementation.allCases)
    func patientStrangers(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            _ = try await world.person("ana")
            for _ in 0..<100 {
                try await Self.guess(1, on: world.community)
                world.clock.advance(by: 900)
            }
            world.clock.advance(days: 8)
            #expect(try await Self.guess(1, on: world.community)?.code == .invalidCredentials)
            #expect(try await Self.guess(1, on: world.community)?.code == .rateLimited)
            world.clock.advance(days: 101)
            #expect(try await Self.guess(10, on: world.community)?.code == .invalidCredentials)
            #expect(try await Self.guess(1, on: world.community)?.retryAfter == 900)
        }
    }

    @Test("usernames count alike whether they exist or not, in any case", arguments: Implementation.allCases)
    func unknownNames(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            _ = try await world.person("ana")
            for name in ["ana", "nobody_here"] {
                try await Self.guess(9, on: world.community, name)
                #expect(
                    try await Self.guess(1, on: world.community, name.uppercased())?.code
                        == .invalidCredentials)
                let last = try await Self.guess(1, on: world.community, name)
                #expect(last?.code == .rateLimited && last?.retryAfter == 900)
            }
        }
    }

    @Test(
        "a person's guesses count together, by the username, a former one and for restoring",
        arguments: Implementation.allCases)
    func otherNames(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            _ = try await ana.services.setUsername("ana_novak")
            try await Self.guess(4, on: world.community, "ana")
            try await Self.guess(3, on: world.community, "ANA_Novak")
            for number in 0..<3 {
                await expectError(.invalidCredentials) {
                    try await world.community.restore(
                        with: .password(username: "ana", password: "guess number \(number)"))
                }
            }
            for name in ["ana", "ana_novak"] {
                #expect(try await Self.guess(1, on: world.community, name)?.code == .rateLimited)
                await expectError(.rateLimited) {
                    try await world.community.restore(with: Self.password(world, of: name))
                }
            }
            world.clock.advance(by: 900)
            _ = try await world.community.signIn(with: Self.password(world))
            #expect(
                try await Self.guess(9, on: world.community, "ana_novak")?.code == .invalidCredentials)
        }
    }

    @Test(
        "recovery codes give no further guesses of a password", arguments: Implementation.allCases)
    func otherWays(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let codes = try await ana.services.createRecoveryCodes().items
            try await Self.guess(10, on: world.community)
            for wrong in [String(codes[0].dropLast()), codes[0] + "2"] {
                await expectError(.invalidCredentials) {
                    try await world.community.recover(
                        Recovery(code: wrong, newPassword: "another horse battery"))
                }
            }
            await expectError(.rateLimited) { try await world.community.signIn(with: Self.password(world)) }
            _ = try await world.community.recover(
                Recovery(code: codes[0], newPassword: "another horse battery"))
            #expect(try await Self.guess(1, on: world.community)?.code == .rateLimited)
        }
    }

    @Test(
        "a client that signed in before is not kept out by strangers, and may try one a minute",
        arguments: Implementation.allCases)
    func knownClients(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            _ = try await world.person("ana")
            _ = try await world.person("ben")
            let first = try await world.community.signIn(with: Self.password(world))
            try await Self.guess(11, on: world.community)
            let phone = world.community.knowing(first.clientToken)
            let second = try await phone.signIn(with: Self.password(world))
            try await Self.guess(10, on: phone)
            let tooMany = try await Self.guess(1, on: phone)
            #expect(tooMany?.code == .rateLimited && tooMany?.retryAfter == 60)
            await expectError(.rateLimited) {
                try await world.community.knowing(second.clientToken).signIn(with: Self.password(world))
            }
            world.clock.advance(by: 60)
            _ = try await phone.signIn(with: Self.password(world))

            try await Self.guess(11, on: world.community, "ben")
            await expectError(.rateLimited) { try await phone.signIn(with: Self.password(world, of: "ben")) }
            let forged = world.community.knowing(String(first.clientToken.reversed()))
            await expectError(.rateLimited) { try await forged.signIn(with: Self.password(world)) }
            world.clock.advance(days: 181)
            try await Self.guess(11, on: world.community)
            await expectError(.rateLimited) { try await phone.signIn(with: Self.password(world)) }
        }
    }

    @Test("signing out everywhere makes all clients strangers", arguments: Implementation.allCases)
    func revokedClients(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let first = try await world.community.signIn(with: Self.password(world))
            world.clock.tick()
            _ = try await ana.services.signOutEverywhere()
            try await Self.guess(11, on: world.community)
            await expectError(.rateLimited) {
                try await world.community.knowing(first.clientToken).signIn(with: Self.password(world))
            }
        }
    }

    @Test(
        "a session can guess the password ten times, then once a minute", arguments: Implementation.allCases)
    func sessions(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let wrong = Credential.password(username: "ana", password: "not the password")
            for _ in 0..<5 {
                await expectError(.invalidCredentials) { try await ana.services.reauthenticate(with: wrong) }
                await expectError(.invalidCredentials) {
                    try await ana.services.changePassword(
                        PasswordChange(currentPassword: "not the password", newPassword: "another good one"))
                }
            }
            await expectError(.rateLimited) {
                try await ana.services.reauthenticate(with: Self.password(world))
            }
            world.clock.advance(by: 60)
            _ = try await ana.services.reauthenticate(with: Self.password(world))
        }
    }

    @Test("of guesses sent at once, ten are checked", arguments: Implementation.allCases)
    func atOnce(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            _ = try await world.person("ana")
            let wrong = Credential.password(username: "ana", password: "not the password")
            let outcomes = await concurrently(
                (0..<24).map { _ in { try await world.community.signIn(with: wrong) } })
            let codes = outcomes.compactMap(\.rejection)
            #expect(codes.count { $0 == .invalidCredentials } == 10)
            #expect(codes.count { $0 == .rateLimited } == 14)
        }
    }

    @Test("a guess that was not checked does not count", arguments: Implementation.allCases)
    func unchecked(_ implementation: Implementation) async throws {
        let change = { (environment: inout EngineEnvironment) in
            environment.passwordLimits.hashing = 0
            environment.passwordLimits.waiting = 0
        }
        try await implementation.run(configuring: change) { world in
            for _ in 0..<12 {
                let error = try await Self.guess(1, on: world.community)
                #expect(error?.code == .busy)
            }
        }
    }

    @Test("common passwords and names are rejected", arguments: Implementation.allCases)
    func commonPasswords(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let rejected = ["Password", "iloveyou", "trustno1", "marathoner", "Mara-Thoner12", "paceline1"]
            for password in rejected {
                await expectError(.passwordTooCommon, field: "password") {
                    try await world.community.signUp(
                        SignUp(username: "marathoner", password: password, birthDate: try day(1990_05_17)))
                }
            }
            let ana = try await world.person("ana", displayName: "Annabelle")
            await expectError(.passwordTooCommon, field: "newPassword") {
                try await ana.services.changePassword(
                    PasswordChange(currentPassword: World.password, newPassword: "annabelle99"))
            }
            try await ana.services.changePassword(
                PasswordChange(currentPassword: World.password, newPassword: "annabelle rows far"))
        }
    }
}

extension SignInService {
    /// The service for a client with the token.
    fileprivate func knowing(_ clientToken: String) -> any SignInService {
        if let engine = self as? Engine {
            return engine.signingIn(from: SignInOrigin(clientToken: clientToken))
        }
        guard var server = self as? RemoteServer else { return self }
        server.clientToken = clientToken
        return server
    }
}
