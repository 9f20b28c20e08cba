import Paceline
import PacelineDatabase

/// What somebody is shown wherever they are: who they are here, and what waits for them.
public struct Attention: Sendable, Equatable {
    public let account: Account
    /// Whether somebody waits for an answer to a request.
    public let hasRequests: Bool
    /// How many notifications are unread, counted as ``UnreadCount`` says. What has happened a moment ago and is still
    /// being made a notification of is not among them.
    public let unreadNotifications: Int
    /// Where the log stood. Whoever reads something after this, and then asks for the events after it, misses nothing
    /// that happens meanwhile; some of what they have read may be told again.
    public let position: LogPosition
}

extension Session {
    /// What otherwise takes four questions, in one transaction, for whoever asks with every page.
    public func attention() async throws -> Attention {
        try await read(as: .account) { transaction in
            let account = try transaction.account()
            let log = try transaction.connection.logEpochs().current
            let position = try transaction.connection.logEnd().inEpoch(log)
            guard account.username != nil else {
                return Attention(
                    account: account, hasRequests: false, unreadNotifications: 0, position: position)
            }
            let request = try transaction.requests(.incoming, nil, PageRequest(limit: 1))
            return Attention(
                account: account, hasRequests: try !transaction.presenting(request.items).isEmpty,
                unreadNotifications: try transaction.unreadCount(), position: position)
        }
    }
}
