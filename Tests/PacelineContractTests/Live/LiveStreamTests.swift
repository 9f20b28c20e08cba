import Foundation
import Paceline
import Testing

@Suite("Live: starting, ending and resuming")
struct LiveStreamTests {
    @Test("a cancelled iteration throws", arguments: Implementation.allCases)
    func cancelling(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let events = try await world.person("ana").services.events(after: nil, watching: [])
            let (begun, beginning) = AsyncStream<Void>.makeStream()
            let following = Task {
                for try await _ in events { beginning.yield() }
            }
            _ = await begun.first { true }
            following.cancel()
            await #expect(throws: CancellationError.self) { try await following.value }
        }
    }

    @Test(
        "a resumed stream misses and repeats nothing",
        arguments: Implementation.allCases)
    func resuming(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.follows(ana)
            let first = try await ben.listens()
            try await ana.publishes("1")
            #expect(try await first.receives()?.summary == "item 1")
            try await ana.publishes("2")
            try await ana.publishes("3")
            let second = try await ben.listens(after: first.position)
            #expect(try await ben.receives(on: second) == ["item 2", "item 3"])
            try await ana.publishes("4")
            #expect(try await second.receives()?.summary == "item 4")
        }
    }

    @Test("past events the reader may no longer see are not delivered", arguments: Implementation.allCases)
    func pastIsJudgedNow(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await world.befriend(ana, ben)
            let position = try await ben.listens().position
            try await ana.publishes()
            try await ana.services.unfriend(ben.reference)
            let again = try await ben.listens(after: position)
            #expect(try await ben.receives(on: again) == ["relationship"])
        }
    }

    @Test("an unknown position resets the stream", arguments: Implementation.allCases)
    func reset(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let ahead = LogPosition(transaction: .max, sequence: .max)
            let listener = try await ana.listens(after: ahead)
            #expect(try await listener.catchesUp() == [.reset])
            #expect(listener.position < ahead)
        }
    }

    @Test(
        "a position from before the start of the log resets the stream",
        arguments: Implementation.allCases)
    func purged(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let position = try await ana.listens().position
            for title in ["removed", "the log's last"] { try await ana.publishes(title) }
            world.clock.advance(days: 8)
            _ = try await world.purgeExpired()
            try await ana.publishes("new")
            let again = try await ana.listens(after: position)
            #expect(try await again.catchesUp() == [.reset])
            #expect(try await ana.receives(on: again) == [])
        }
    }

    @Test(
        "the number of streams and watched items is limited",
        arguments: Implementation.allCases)
    func limits(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            var listeners: [Listener] = []
            for _ in 0..<LiveLimits.streams { listeners.append(try await ana.listens()) }
            await expectError(.limitReached) { try await ana.listens() }
            _ = try await ben.listens()
            let items = (0..<LiveLimits.items).map { _ in FeedItem.ID.random() }
            _ = try await ben.listens(watching: items)
            await expectError(.invalidValue) { try await ben.listens(watching: items + [.random()]) }
            #expect(listeners.count == LiveLimits.streams)
        }
    }

    @Test("an account without a username cannot open a stream", arguments: Implementation.allCases)
    func newcomer(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let newcomer = try await world.newcomer()
            await expectError(.usernameRequired) { try await newcomer.listens() }
        }
    }

    @Test("signing out ends the stream", arguments: Implementation.allCases)
    func signingOut(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let listener = try await ana.listens()
            try await ana.services.signOut()
            #expect(try await listener.endsSignedOut())
        }
    }

    @Test(
        "revoking a sign-in or changing the password ends its streams",
        arguments: Implementation.allCases)
    func revoked(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let (second, third) = (try await world.signsInAgain(ana), try await world.signsInAgain(ana))
            let (seconds, thirds) = (try await second.listens(), try await third.listens())
            let sessions = try await second.services.sessions(.whole).items
            let current = try #require(sessions.first { $0.isCurrent })
            try await ana.services.revokeSession(current.id)
            #expect(try await seconds.endsSignedOut())
            try await ana.services.changePassword(
                PasswordChange(currentPassword: World.password, newPassword: "another long password"))
            #expect(try await thirds.endsSignedOut())
        }
    }

    @Test(
        "readers who disconnect and resume at random receive the same as a steady reader",
        arguments: Implementation.allCases)
    func randomReaders(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let crowd = try await world.crowd(4)
            for other in crowd.dropFirst() { try await world.befriend(crowd[0], other) }
            let steady = try await crowd[0].listens()
            let start = steady.position
            let heard = try await withThrowingTaskGroup(of: [String].self) { group in
                for member in crowd.dropFirst() {
                    group.addTask {
                        for number in 0..<12 { try await member.publishes("\(member.username) \(number)") }
                        return []
                    }
                }
                for _ in 0..<3 {
                    group.addTask { try await crowd[0].receives(36, after: start) }
                }
                return try await group.reduce(into: [[String]]()) { if !$1.isEmpty { $0.append($1) } }
            }
            var expected: [String] = []
            while expected.count < 36, let content = try await steady.receives() {
                if case .item = content { expected.append(content.summary) }
            }
            #expect(Set(expected).count == 36)
            #expect(heard == [expected, expected, expected])
        }
    }
}

extension Member {
    /// The first items after the position, from a stream that is dropped and resumed every few events.
    fileprivate func receives(_ count: Int, after start: LogPosition) async throws -> [String] {
        var (heard, position) = ([String](), start)
        while heard.count < count {
            let listener = try await listens(after: position)
            for _ in 0..<Int.random(in: 1...5) where heard.count < count {
                guard let content = try await listener.receives() else { break }
                if case .item = content { heard.append(content.summary) }
            }
            position = listener.position
        }
        return heard
    }
}

extension Listener {
    /// Whether the stream has ended after signing out, or fails because the member must sign in.
    func endsSignedOut() async throws -> Bool {
        do {
            while let content = try await receives() {
                guard content == .account else { return false }
            }
            return true
        } catch let error as SocialError {
            return error.code == .unauthenticated
        }
    }
}
