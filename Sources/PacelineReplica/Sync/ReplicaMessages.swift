import Foundation
import Paceline
import PacelineAPI

/// What a device sends to `POST /v1/sync`: commands to run, in order, and the place from which to pull changes.
package struct ReplicaRequest: Sendable, Equatable {
    package let device: UUID
    /// The device has stored all answers up to this number, so that the server may drop them.
    package let acknowledged: Int64
    package let commands: [NumberedCommand]
    /// Nil asks for the current token, without changes.
    package let since: ChangeToken?
    /// The most changes to answer with.
    package let limit: Int
    /// The state of the store when it was made. Not sent.
    let truthVersion: TruthVersion
}

/// A command with its number.
package struct NumberedCommand: Sendable, Equatable {
    package let number: Int64
    package let request: QueuedRequest
    /// Asks the server not to run it, since it keeps failing.
    package let isSkipped: Bool
}

/// The server's answer.
package struct ReplicaAnswer: Sendable, Equatable {
    package let results: [CommandAnswer]
    package let changes: [PulledChange]
    /// The place after the changes.
    package let next: ChangeToken
    package let hasMore: Bool
    /// Whether the changes up to here include the effects of the answered commands.
    package let isSettled: Bool
    package let unreadCount: Int?

    package init(
        results: [CommandAnswer], changes: [PulledChange], next: ChangeToken, hasMore: Bool, isSettled: Bool,
        unreadCount: Int? = nil
    ) {
        self.results = results
        self.changes = changes
        self.next = next
        self.hasMore = hasMore
        self.isSettled = isSettled
        self.unreadCount = unreadCount
    }
}

/// A change, or one that this version cannot read.
package enum PulledChange: Sendable, Equatable {
    case change(Change)
    /// A change of a known kind with a value that this version cannot read: it is loaded instead.
    case unreadable(Change.Kind, UUID)
}

/// Why a whole sync failed. There is no result for any command then.
package enum SyncFailure: Error, Sendable, Equatable {
    /// No answer, or half of one: the commands may have run.
    case noAnswer
    /// The server cannot take requests now (429, 5xx).
    case busy(retryAfter: Int?)
    /// The token of the session is no longer valid (401).
    case unauthenticated
    /// The place in the change feed is too old (410).
    case changesExpired
    /// Another copy of this store has used the device's numbers (409 `device_reused`).
    case deviceReused
    /// Something that is not this API, or an older version of it: a captive portal, 404, 413.
    case stopped(SocialError)
}

/// Sends a sync to a server.
package protocol SyncTransport: Sendable {
    func sync(_ request: ReplicaRequest) async throws(SyncFailure) -> ReplicaAnswer
}
