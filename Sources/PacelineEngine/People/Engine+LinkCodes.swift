import Foundation
import Paceline
import PacelineDatabase

// What a shared link shows to a visitor without an account: whether its code works, and nothing about who shared it. If
// it named adults, a link without a name would be a child's.

extension Engine {
    /// Checks a friend code for a visitor.
    /// - Throws: ``SocialError/Code/friendCodeNotFound``.
    public func requireValid(_ code: FriendCode) async throws {
        guard try await read({ try $0.person(withFriendCode: code) != nil }) else {
            throw SocialError.friendCodeNotFound
        }
    }

    /// Checks the join code of a group for a visitor.
    /// - Throws: ``SocialError/Code/invitationNotFound`` for a code that is unknown or has expired.
    public func requireValid(_ code: JoinCode.Value) async throws {
        let now = environment.now()
        guard try await read({ try $0.group(withJoinCode: code, at: now) != nil }) else {
            throw SocialError.codeNotFound
        }
    }
}
