import Foundation
import Paceline
import PacelineEngine
import Synchronization

/// A mail system that keeps what it gets, or fails.
final class Mailbox: MailTransport {
    private struct State {
        var messages: [MailMessage] = []
        var failure: MailFailure?
        var running = 0
        var mostRunning = 0
    }

    private let state = Mutex(State())

    /// All messages so far, in the order of their receivers and subjects.
    var messages: [MailMessage] {
        state.withLock(\.messages).sorted {
            ($0.receiver.description, $0.subject) < ($1.receiver.description, $1.subject)
        }
    }

    /// The most messages that were sent at a time.
    var mostAtOnce: Int { state.withLock(\.mostRunning) }

    /// Returns the messages so far, and forgets them.
    func empty() -> [MailMessage] {
        let found = messages
        state.withLock { $0.messages = [] }
        return found
    }

    /// - Parameter failure: what sending throws from now on; nil to succeed again.
    func fail(with failure: MailFailure?) {
        state.withLock { $0.failure = failure }
    }

    func send(_ message: MailMessage) async throws {
        state.withLock { state in
            state.running += 1
            state.mostRunning = max(state.mostRunning, state.running)
        }
        // Lets others begin.
        for _ in 0..<20 { await Task.yield() }
        let failure = state.withLock { state in
            state.running -= 1
            if state.failure == nil { state.messages.append(message) }
            return state.failure
        }
        if let failure { throw failure }
    }
}

extension Implementation {
    /// Runs a test in a community that sends mail.
    func runWithMail(
        _ test: @escaping @Sendable (World, Mailbox) async throws -> Void
    ) async throws {
        let mailbox = Mailbox()
        try await run(configuring: { environment in
            environment.mail = mailbox
            environment.publicURL = "https://crew.example"
        }) { world in
            try await test(world, mailbox)
        }
    }
}

extension World {
    /// Sends the messages that are due, as the server does every two seconds.
    @discardableResult
    func sendMail() async throws -> [PeriodicJob.Note] {
        try await PeriodicJob.sendingMail.run(on: engine).notes
    }
}

extension Member {
    /// Adds an address, and confirms it with the link that comes there.
    func confirms(_ address: String, in world: World, _ mailbox: Mailbox) async throws {
        _ = try await services.update(AccountChanges(email: address), ifMatch: nil)
        try await world.sendMail()
        let message = mailbox.empty().first { $0.receiver.description == address }
        guard let code = message?.secrets.first else { throw MailFailure("No link came to \(address).") }
        try await services.confirmEmail(code)
        clock.tick()
    }
}
