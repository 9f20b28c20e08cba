import Foundation
import Paceline
import PacelineReplica

/// A change that waits to be sent. It is shown already.
///
/// ```swift
/// for change in try await ana.waitingChanges() {
///     show("\(change.kind.title), since \(change.madeAt.formatted())")
/// }
/// ```
public struct WaitingChange: Sendable, Equatable, Identifiable {
    /// Its position among all changes of the device.
    public var id: Int64
    /// What it does.
    public var kind: QueuedChangeKind
    /// The request's body, as the API's JSON; nil for a change without one.
    public var content: Data?
    /// When the person made it, by the device's clock.
    public var madeAt: Date
    /// Whether the device has tried to send it, and the server's answer has not arrived. It may have been carried out,
    /// unless there was no connection.
    public var isSent: Bool

    /// Creates a change. An app needs this only in its own tests and previews.
    public init(id: Int64, kind: QueuedChangeKind, content: Data?, madeAt: Date, isSent: Bool) {
        self.id = id
        self.kind = kind
        self.content = content
        self.madeAt = madeAt
        self.isSent = isSent
    }
}

/// A change that the server refused after the device had shown it. It is no longer shown.
///
/// ```swift
/// for change in try await ana.refusedChanges() {
///     if await confirm("\(change.kind.title): \(change.error.message) Try again?") {
///         try await ana.retry(change.id)
///     } else {
///         try await ana.discard(change.id)
///     }
/// }
/// ```
public struct RefusedChange: Sendable, Equatable, Identifiable {
    /// Its position among all changes of the device.
    public var id: Int64
    /// What it would have done.
    public var kind: QueuedChangeKind
    /// The request's body, as the API's JSON; nil for a change without one.
    public var content: Data?
    /// Why it was refused.
    public var reason: Reason
    /// The server's error.
    public var error: SocialError

    /// Creates a change. An app needs this only in its own tests and previews.
    public init(
        id: Int64, kind: QueuedChangeKind, content: Data?, reason: Reason, error: SocialError
    ) {
        self.id = id
        self.kind = kind
        self.content = content
        self.reason = reason
        self.error = error
    }

    /// Why a change was not carried out.
    public enum Reason: Sendable, Equatable {
        /// The server refused it.
        case refused
        /// It depends on a refused change, such as a comment on a refused workout.
        case dependent
        /// It was sent, but whether the server received it is unknown. Check before you retry.
        case outcomeUnknown
    }
}

extension HybridSession {
    /// The changes that have not been sent, or whose answer has not arrived, oldest first. ``SyncStatus/waiting`` is
    /// their number.
    /// - Throws: ``SocialError/Code/unavailable`` if the file cannot be used, or while the session is suspended.
    public func waitingChanges() async throws -> [WaitingChange] {
        try await translatingStoreErrors {
            try await store.outbox().unsent.map { try WaitingChange($0) }
        }
    }

    /// The changes that the server refused, oldest first.
    /// - Throws: ``SocialError/Code/unavailable`` if the file cannot be used, or while the session is suspended.
    public func refusedChanges() async throws -> [RefusedChange] {
        try await translatingStoreErrors { try await store.refusals().map { try RefusedChange($0) } }
    }

    /// Queues a refused change again.
    /// - Throws: ``SocialError/Code/limitReached`` if too many changes wait, ``SocialError/Code/unavailable`` if the file
    ///   cannot be used, or while the session is suspended.
    public func retry(_ id: RefusedChange.ID) async throws {
        try await translatingStoreErrors {
            _ = try await store.retryRefusal(id, madeAt: server.clock.device.milliseconds)
        }
        await runner.noteChange()
    }

    /// Discards a refused change.
    /// - Throws: ``SocialError/Code/unavailable`` if the file cannot be used, or while the session is suspended.
    public func discard(_ id: RefusedChange.ID) async throws {
        try await translatingStoreErrors { try await store.discardRefusal(id) }
        await runner.publishStatus()
    }
}

extension WaitingChange {
    init(_ command: Command) throws {
        self.init(
            id: command.position, kind: QueuedChangeKind(command.request),
            content: try command.request.content, madeAt: Date(milliseconds: command.madeAt),
            isSent: !command.isWaiting)
    }
}

extension RefusedChange {
    init(_ refusal: Refusal) throws {
        let reason: Reason =
            switch refusal.reason {
            case .refused: .refused
            case .dependent: .dependent
            case .outcomeUnknown: .outcomeUnknown
            }
        self.init(
            id: refusal.position, kind: QueuedChangeKind(refusal.request),
            content: try refusal.request.content, reason: reason, error: refusal.error)
    }
}

extension QueuedRequest {
    /// The body as JSON; nil for a request without one.
    fileprivate var content: Data? { get throws { try body.map { Data(try $0.text()) } } }
}
