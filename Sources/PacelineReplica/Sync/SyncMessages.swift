import Foundation
import Paceline

/// A request to `POST /v1/sync`, and the state of the store from which it was made.
package struct PreparedSync: Sendable, Equatable {
    package let request: SyncRequest
    /// The store applies the answer only if it still holds this truth. Not sent.
    let truthVersion: TruthVersion
}

/// A `SyncAnswer` from a server that may be newer than this app.
///
/// `SyncAnswer` cannot be decoded if one of its changes cannot. A device that failed on such an answer would receive it
/// again with every sync, and could neither send nor pull. So each change is decoded on its own.
package struct LenientSyncAnswer: Sendable, Equatable {
    package let results: [CommandResult]
    package let changes: [PulledChange]
    /// The `since` of the next request.
    package let next: ChangeToken
    /// Whether the server has more changes now.
    package let hasMore: Bool
    /// Whether the changes up to ``next`` include the effects of all answered commands.
    package let isSettled: Bool
    package let unreadCount: Int?

    package init(
        results: [CommandResult], changes: [PulledChange], next: ChangeToken, hasMore: Bool, isSettled: Bool,
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

/// A change from the server, decoded or not.
package enum PulledChange: Sendable, Equatable {
    case change(Change)
    /// A change of a known kind whose value this version cannot decode. The store loads the resource instead.
    case unreadable(Change.Kind, UUID)
}

/// Why a request failed as a whole, so that no command has a result.
package enum SyncFailure: Error, Sendable, Equatable {
    /// No answer, or half of one. The server may have run the commands.
    case noAnswer
    /// The server cannot take requests now (429, 5xx).
    case busy(retryAfter: Int?)
    /// The session's token is no longer valid (401).
    case unauthenticated
    /// The server no longer has the changes since the token (410).
    case changesExpired
    /// Another copy of this store has used the device id (409 `device_reused`).
    case deviceReused
    /// The address belongs to something else, such as a captive portal, or to an older server (404, 413).
    case stopped(SocialError)
}
