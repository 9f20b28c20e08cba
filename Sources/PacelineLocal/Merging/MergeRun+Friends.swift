import Paceline
import PacelineClient
import PacelineEngine

// Friends. Those with a card are asked by its code, once the account can be asked by its own.
extension MergeRun {
    static let card = "card"
    static let friendPrefix = "friend/"

    static func name(of friend: LocalFriend) -> String { friendPrefix + friend.code.description }

    /// Claims the code of the person's card for the account. Claiming it twice changes nothing.
    /// - Returns: false if there is none, or it has an outcome.
    /// - Throws: errors that the person can resolve, or that may pass. Any other is in ``MergeReport/cardError``.
    mutating func claimCard() async throws -> Bool {
        guard outcomes[Self.card] == nil, report.cardError == nil,
            let secret = try await community.engine.session(for: person).cardSecret()
        else { return false }
        do {
            _ = try await session.server.session.claimFriendCard(secret: secret)
            try await recordOutcomes([Self.card: .moved])
        } catch let error as SocialError {
            try error.throwUnlessFinal()
            report.cardError = error
        }
        return true
    }

    /// Asks the next friend. Asking one twice changes nothing.
    /// - Returns: false if there is none.
    /// - Throws: errors that the person can resolve, or that may pass. Any other is in ``MergeReport/unaskedFriends``.
    mutating func askFriend() async throws -> Bool {
        let next = friends.first {
            $0.hasCard && outcomes[Self.name(of: $0)] == nil && unasked[$0.code] == nil
        }
        guard let next else { return false }
        do {
            let code = next.code.description
            _ = try await session.server.session.request(RequestDraft(to: .code(code)))
            try await recordOutcomes([Self.name(of: next): .moved])
        } catch let error as SocialError {
            switch error.code {
            case .requestExists, .alreadyFriends: try await recordOutcomes([Self.name(of: next): .kept])
            // The friend's card is the person's own, from another device.
            case .selfNotAllowed: try await recordOutcomes([Self.name(of: next): .kept])
            default:
                try error.throwUnlessFinal()
                unasked[next.code] = error
                count()
            }
        }
        return true
    }
}
