import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Synchronization
import Testing

@Suite("What passwords cost")
struct PasswordCostTests {
    /// Derives keys at no cost, and notes at what cost it was asked to.
    private final class CountingHasher: Sendable {
        private let noted = Mutex<[PasswordCost]>([])

        /// The costs of the hashes since the last call.
        func takeCosts() -> [PasswordCost] {
            noted.withLock { noted in
                defer { noted = [] }
                return noted
            }
        }

        var derive: KeyDerivation {
            { password, salt, cost in
                self.noted.withLock { $0.append(cost) }
                return Array(password.utf8) + salt
            }
        }
    }

    /// Counts write transactions.
    private final class CountingDatabase: DatabaseDecorator {
        let database: any Database
        private let count = Mutex(0)

        init(_ database: any Database) {
            self.database = database
        }

        var writes: Int { count.withLock { $0 } }

        func write<Value: Sendable>(
            _ body: @escaping @Sendable (any Connection) throws -> Value
        ) async throws -> Value {
            count.withLock { $0 += 1 }
            return try await database.write(body)
        }
    }

    private static let longText = String(repeating: "x", count: PasswordRule.lengths.upperBound + 1)

    @Test(
        "a wrong password costs one hash, also without a password or an account",
        arguments: Implementation.allCases)
    func wrong(_ implementation: Implementation) async throws {
        let hasher = CountingHasher()
        try await implementation.run(configuring: { $0.deriveKey = hasher.derive }) { world in
            _ = try await world.person("ana")
            let newcomer = try await world.newcomer()
            _ = try await newcomer.services.setUsername("eva")
            #expect(hasher.takeCosts() == [.fast])
            for username in ["ana", "eva", "nobody_here"] {
                await expectError(.invalidCredentials) {
                    try await world.community.signIn(
                        with: .password(username: username, password: "wrong password"))
                }
                #expect(hasher.takeCosts() == [.fast], "\(username)")
            }
        }
    }

    @Test("a text that is too long for a password is never hashed", arguments: Implementation.allCases)
    func tooLong(_ implementation: Implementation) async throws {
        let hasher = CountingHasher()
        try await implementation.run(configuring: { $0.deriveKey = hasher.derive }) { world in
            let ana = try await world.person("ana")
            let newcomer = try await world.newcomer()
            _ = try await newcomer.services.setUsername("eva")
            let code = try await ana.services.createRecoveryCodes().items[0]
            _ = hasher.takeCosts()
            for username in ["ana", "nobody_here"] {
                await expectError(.invalidCredentials) {
                    try await world.community.signIn(
                        with: .password(username: username, password: Self.longText))
                }
            }
            await expectError(.invalidValue, field: "password") {
                try await world.community.signUp(
                    SignUp(username: "ben", password: Self.longText, birthDate: try day(1990_05_17)))
            }
            await expectError(.invalidCredentials) {
                try await ana.services.reauthenticate(
                    with: .password(username: "ana", password: Self.longText))
            }
            await expectError(.invalidCredentials) {
                try await ana.services.changePassword(
                    PasswordChange(currentPassword: Self.longText, newPassword: "another horse battery"))
            }
            await expectError(.invalidValue, field: "newPassword") {
                try await ana.services.changePassword(
                    PasswordChange(currentPassword: World.password, newPassword: Self.longText))
            }
            await expectError(.invalidValue, field: "password") {
                try await newcomer.services.link(.password(username: "eva", password: Self.longText))
            }
            await expectError(.invalidValue, field: "newPassword") {
                try await world.community.recover(Recovery(code: code, newPassword: Self.longText))
            }
            #expect(hasher.takeCosts() == [])
            let longest = String(Self.longText.dropLast())
            await expectError(.invalidCredentials) {
                try await world.community.signIn(with: .password(username: "ana", password: longest))
            }
            #expect(hasher.takeCosts() == [.fast])
        }
    }

    @Test(
        "a wrong password for a username that does not exist leaves no event, and gets the same answer",
        arguments: Implementation.allCases)
    func noTrace(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            _ = try await world.person("ana")
            var errors: [SocialError] = []
            for username in ["ana", "nobody_here"] {
                do {
                    _ = try await world.community.client("Robot").signIn(
                        with: .password(username: username, password: "wrong password"))
                } catch let error as SocialError {
                    errors.append(error)
                }
            }
            try #require(errors.count == 2)
            #expect(errors[0].code == errors[1].code && errors[0].message == errors[1].message)
            #expect(errors[0].field == errors[1].field && errors[0].retryAfter == errors[1].retryAfter)
            #expect(try await world.rows(of: "security_events WHERE kind = 'signInFailed'") == 1)
            #expect(try await world.rows(of: "events WHERE kind = 'securityEvent'") == 1)
            #expect(try await world.rows(of: "guesses") == 2)
        }
    }

    @Test("a wrong password writes as often for a username that does not exist")
    func writes() async throws {
        let database = CountingDatabase(try SQLiteDatabase.inMemory())
        let engine = try await Engine(
            database: database, environment: EngineEnvironment(passwordCost: .fast))
        _ = try await engine.signUp(named: "ana")
        var counts: [Int] = []
        for username in ["ana", "nobody_here"] {
            let before = database.writes
            await expectError(.invalidCredentials) {
                try await engine.signIn(with: .password(username: username, password: "wrong password"))
            }
            counts.append(database.writes - before)
        }
        #expect(counts == [2, 2])
        try await database.close()
    }
}
