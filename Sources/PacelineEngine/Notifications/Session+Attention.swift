import Paceline
import PacelineDatabase

/// The data that an app shows on every screen: the account, and counts for the badges.
public struct Attention: Sendable, Equatable {
    public let account: Account
    /// Whether there are incoming requests.
    public let hasRequests: Bool
    /// The number of unread notifications, counted as in ``UnreadCount``. Very recent events may not be included yet.
    public let unreadNotifications: Int
    /// The log position at the time of the read. A stream after this position misses nothing that happens since; it may
    /// repeat what was already read.
    public let position: LogPosition
}

extension Session {
    /// Returns the account and badge counts in one transaction, instead of four requests per page.
    /// - Throws: ``SocialError/Code/unauthenticated`` when the account no longer exists.
    public func attention() async throws -> Attention {
        try await read(as: .account) { transaction in
            let account = try transaction.account()
            let epoch = try transaction.connection.logEpochs().current
            let position = try transaction.connection.logEnd().inEpoch(epoch)
            guard account.username != nil else {
                return Attention(
                    account: account, hasRequests: false, unreadNotifications: 0, position: position)
            }
            let requests = try Graph(transaction).requests(.incoming, nil, PageRequest(limit: 1))
            return Attention(
                account: account, hasRequests: !requests.items.isEmpty,
                unreadNotifications: try transaction.unreadCount(), position: position)
        }
    }
}
