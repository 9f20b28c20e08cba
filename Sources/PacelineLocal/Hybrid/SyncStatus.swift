import Foundation
import Paceline

/// How far a device agrees with its server.
///
/// ```swift
/// for await status in ana.statuses {
///     show(status.waiting == 0 ? "Up to date" : "\(status.waiting) changes wait")
/// }
/// ```
public struct SyncStatus: Sendable, Equatable {
    /// What the device does now.
    public var phase: Phase
    /// The changes that wait to be sent.
    public var waiting: Int
    /// The changes that the server refused, until they are retried or discarded.
    public var refused: Int

    /// Creates a status. An app needs this only in its own tests and previews.
    public init(phase: Phase, waiting: Int, refused: Int) {
        self.phase = phase
        self.waiting = waiting
        self.refused = refused
    }

    /// What a device does.
    public enum Phase: Sendable, Equatable {
        /// It sends or receives, or is about to.
        case syncing
        /// Nothing waits, and all changes up to this time of the device have arrived.
        case synced(at: Date)
        /// The server cannot be reached, or cannot take requests, since this time of the device. It is tried again.
        case offline(since: Date)
        /// It cannot go on by itself, such as after the session ended (``SocialError/Code/unauthenticated``).
        case stopped(SocialError)
    }
}

/// What one sync has done.
///
/// ```swift
/// let report = try await ana.sync(until: .now + .seconds(20))
/// show(report.status.waiting == 0 ? "Everything is sent" : "Some changes wait")
/// ```
public struct SyncReport: Sendable, Equatable {
    /// The status at its end.
    public var status: SyncStatus
    /// The changes that the server carried out or refused.
    public var sent: Int
    /// The changes that arrived.
    public var received: Int
}

/// A change that the server refused after the device had shown it. It is no longer shown.
///
/// ```swift
/// for change in try await ana.refusedChanges() {
///     if await confirm("\(change.error.message) Try again?") {
///         try await ana.retry(change.id)
///     } else {
///         try await ana.discard(change.id)
///     }
/// }
/// ```
public struct RefusedChange: Sendable, Equatable, Identifiable {
    /// Its place among all changes of the device.
    public var id: Int64
    /// The operation of the API, such as `publishWorkout`.
    public var operation: String
    /// What the person sent, as the API's JSON; nil for a change without content.
    public var content: Data?
    /// Why it was refused.
    public var reason: Reason
    /// The error of the server.
    public var error: SocialError

    /// Why a change is not carried out.
    public enum Reason: Sendable, Equatable {
        /// The server refused it.
        case refused
        /// It needed something that was refused, such as the workout that a comment is on.
        case dependent
        /// It was sent, and whether the server got it is unknown. Check it before you retry.
        case outcomeUnknown
    }
}

extension SocialError.Code {
    /// The device does not have it, and the server cannot be reached. Only the services of a ``HybridSession`` throw
    /// it.
    public static let offline = Self(rawValue: "offline")
}

extension SocialError {
    static let offline = SocialError(.offline, "This needs a connection. Try again when you are online.")
}
