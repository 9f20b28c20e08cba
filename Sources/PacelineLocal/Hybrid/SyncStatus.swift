import Foundation
import Paceline

/// Whether a device is in sync with its server.
///
/// ```swift
/// for await status in ana.statuses {
///     show(status.waiting == 0 ? "Up to date" : "Not sent yet: \(status.waiting)")
/// }
/// ```
public struct SyncStatus: Sendable, Equatable {
    /// The current phase.
    public var phase: Phase
    /// The number of changes that have not been sent yet.
    public var waiting: Int
    /// The number of changes that the server refused and that have not been retried or discarded.
    public var refused: Int
    /// With whom the person shares; nil before the account is loaded.
    public var sharing: Sharing?

    /// Creates a status. An app needs this only in its own tests and previews.
    public init(phase: Phase, waiting: Int, refused: Int, sharing: Sharing? = nil) {
        self.phase = phase
        self.waiting = waiting
        self.refused = refused
        self.sharing = sharing
    }

    /// A phase of syncing.
    public enum Phase: Sendable, Equatable {
        /// The device sends or receives, or is about to.
        case syncing
        /// Everything is sent, and all changes up to this time of the device have arrived.
        case synced(at: Date)
        /// Since this time of the device, the server cannot be reached or cannot take requests, also where a Wi-Fi
        /// network first asks to sign in. The device keeps trying.
        case offline(since: Date)
        /// Syncing needs the person, such as after the session has ended (``SocialError/Code/unauthenticated``).
        case stopped(SocialError)
    }

    /// With whom a person shares workouts and scores that do not set their own visibility.
    ///
    /// ```swift
    /// switch status.sharing {
    /// case .off: show("Only you see your workouts")
    /// case .friends: show("Shared with friends")
    /// case .group(let title): show("Shared with \(title)")
    /// case nil: break
    /// }
    /// ```
    public enum Sharing: Sendable, Equatable {
        /// With no one: both visibilities are private.
        case off
        /// With friends, or with more people if a visibility is wider.
        case friends
        /// With the active group of this title, besides those who see the items by their visibility.
        case group(title: String)
    }
}

/// The result of one sync.
///
/// ```swift
/// let report = try await ana.sync(until: .now + .seconds(20))
/// show(report.status.waiting == 0 ? "Everything is sent" : "Some changes are not sent yet")
/// ```
public struct SyncReport: Sendable, Equatable {
    /// The status when it returned.
    public var status: SyncStatus
    /// The number of changes that the server carried out or refused.
    public var sent: Int
    /// The number of changes that arrived.
    public var received: Int
}

extension SocialError.Code {
    /// The device does not hold what was requested, and the server cannot be reached. Only the services of a
    /// ``HybridSession`` throw this error.
    public static let offline = Self(rawValue: "offline")
}

extension SocialError {
    static let offline = SocialError(.offline, "This needs a connection. Try again when you are online.")
}
