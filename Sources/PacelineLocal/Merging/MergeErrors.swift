import Paceline
import PacelineClient
import PacelineReplica

extension SocialError {
    static let hasArrived = SocialError(
        .notAllowed,
        """
        Some of this data is in your account already, so the move cannot be cancelled. Continue it to bring the rest.
        """)

    /// - Throws: the error, if repeating the request can help.
    func throwIfTemporary() throws {
        // Signing in again resolves it.
        if self == .sessionOfAnotherAccount { throw self }
        switch code {
        case .unauthenticated, .rateLimited, .busy, .internalError, .timeout, .offline: throw self
        case .unavailable: throw retryAfter == nil ? SocialError.offline : self
        default: break
        }
    }

    /// - Throws: the error of a card or a friend, if it may pass or the person can resolve it: once the merge is over,
    ///   the device has neither the card's secret nor the friend's code.
    func throwUnlessFinal() throws {
        try throwIfTemporary()
        switch code {
        // No server answers `notAllowed` here. It means that the merge was cancelled.
        case .usernameRequired, .limitReached, .quotaExceeded, .notAllowed: throw self
        default: break
        }
    }
}
