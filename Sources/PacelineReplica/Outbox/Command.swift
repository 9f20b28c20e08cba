import Foundation
import Paceline
import PacelineAPI

/// A queued write: the request of one endpoint, and how far it has come.
package struct Command: Sendable, Equatable {
    /// Its place in the outbox. A place is never used twice.
    package let position: Int64
    package let lane: Lane
    /// When the person made it, by the device's clock, in milliseconds since 1970. For display only.
    package let madeAt: Int64
    package internal(set) var request: QueuedRequest
    package internal(set) var state: State
    /// The store's ``ReplicaMeta/serial`` when it was first sent; nil before. Values that the server sent later, with a
    /// larger serial, may already contain its effect.
    package internal(set) var serialAtSending: Int64?
    /// When it was first sent, by the server's time, in milliseconds since 1970; nil before, and while that is
    /// unknown.
    package internal(set) var sentAt: Int64?
    /// How often the server failed on it with status 500; from ``withdrawn`` on, it is withdrawn.
    package internal(set) var failures: Int
    /// The source of a copied value, such as an item of a local community, so that it is queued once; nil for none.
    package let origin: String?
    var scope: CommandScope

    /// The order in which commands of different lanes are sent.
    package enum Lane: Int, Sendable, CaseIterable {
        /// Actions of the person, such as kudos.
        case interactive = 0
        /// Past workouts, in batches.
        case history = 1
        /// Pictures.
        case pictures = 2
    }

    package enum State: Sendable, Equatable {
        /// Never sent. It may still be collapsed with other commands.
        case waiting
        /// It may have been sent, under this number, and never changes again.
        case numbered(Int)
        /// The server has run it. The view adds its effect until the truth contains it.
        case answered(Int)
    }

    /// - Throws: ``SocialError/Code/invalidValue`` if such a request cannot be queued.
    init(
        position: Int64, lane: Lane, madeAt: Int64, request: QueuedRequest, state: State = .waiting,
        serialAtSending: Int64? = nil, sentAt: Int64? = nil, failures: Int = 0, origin: String? = nil
    ) throws(SocialError) {
        self.position = position
        self.lane = lane
        self.madeAt = madeAt
        self.request = request
        self.state = state
        self.serialAtSending = serialAtSending
        self.sentAt = sentAt
        self.failures = failures
        self.origin = origin
        scope = try CommandScope(request)
    }

    /// After this many failures with status 500, the device asks the server to skip the command, so that it does not
    /// block later ones for good.
    package static let failureLimit = 3
    /// The ``failures`` of a command of a merge that is being cancelled. The server skips it if it was sent, and it is
    /// not sent again until the merge goes on.
    static let withdrawn = 1_000_000
}

extension Command {
    var kind: CommandKind { scope.kind }
    package var isWaiting: Bool { state == .waiting }
    /// Whether a cancelled merge has taken it back.
    package var isWithdrawn: Bool { failures >= Self.withdrawn }
    /// Whether the server is to skip it since it kept failing.
    var isGivenUp: Bool { failures >= Self.failureLimit && !isWithdrawn }
    package var isAnswered: Bool { if case .answered = state { true } else { false } }

    /// The number under which it may have been sent, while there is no answer.
    var number: Int? { if case .numbered(let number) = state { number } else { nil } }
}

extension SyncCommand {
    /// The command as it is sent; nil if it has no number yet.
    init?(_ command: Command) throws {
        guard let number = command.number else { return nil }
        try self.init(
            number: number, request: command.request, skip: command.failures >= Command.failureLimit)
    }

    /// The request under a number.
    init(number: Int, request: QueuedRequest, skip: Bool = false) throws {
        let body = try request.bodyText()
        self.init(
            number: number, method: request.method.rawValue, path: request.path,
            body: body.isEmpty ? nil : JSONText(body), skip: skip)
    }
}

/// A command that the server refused, or whose outcome is unknown, for the person to retry or discard.
package struct Refusal: Sendable, Equatable {
    /// The command's place in the outbox.
    package let position: Int64
    package let request: QueuedRequest
    package let lane: Command.Lane
    package let origin: String?
    package let reason: Reason
    /// The error to show.
    package let error: SocialError

    package enum Reason: String, Sendable {
        /// The server refused it.
        case refused
        /// It needed what another refused command would have made.
        case dependent
        /// It was sent, and the server can no longer say whether it ran.
        case outcomeUnknown
    }

    init(_ command: Command, _ reason: Reason, _ error: SocialError) {
        self.init(
            position: command.position, request: command.request, lane: command.lane, origin: command.origin,
            reason: reason, error: error)
    }

    init(
        position: Int64, request: QueuedRequest, lane: Command.Lane, origin: String?, reason: Reason,
        error: SocialError
    ) {
        self.position = position
        self.request = request
        self.lane = lane
        self.origin = origin
        self.reason = reason
        self.error = error
    }
}
