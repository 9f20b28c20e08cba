import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineReplica
import Synchronization

/// Sends requests to the server once it has said whose token this is. An app that confuses the tokens of two accounts
/// would otherwise publish what one person queued in the name of the other, and store what only the other may see.
///
/// The live stream needs no check: nothing is stored from it.
final class PersonTransport: Transport {
    private let base: any Transport
    private let address: String
    private let token: String
    private let person: Person.ID
    private let isConfirmed = Mutex(false)

    /// - Parameters:
    ///   - base: sends the requests.
    ///   - address: the server's base URL, without a trailing slash.
    ///   - person: to whom the token must belong.
    init(_ base: any Transport, address: String, token: String, of person: Person.ID) {
        (self.base, self.address, self.token, self.person) = (base, address, token, person)
    }

    /// - Throws: ``SocialError/Code/notAllowed`` if the token belongs to another person.
    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        if request.url.hasPrefix(address + "/"), !isConfirmed.withLock({ $0 }),
            let refusal = try await confirm()
        {
            return refusal
        }
        return try await base.send(request)
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        try await base.stream(request)
    }

    /// - Returns: the response of a server that does not say whose token it is, such as after the session has ended, in
    ///   place of the response to the request.
    private func confirm() async throws -> EncodedResponse? {
        let response = try await base.send(
            OutgoingRequest(
                method: API.me.method, url: address + API.me.target(NoParameters(), NoParameters()),
                headers: ["Authorization": "Bearer \(token)", "Accept": MediaType.json]))
        guard response.status == 200 else { return response }
        guard try response.accountID == person else { throw SocialError.sessionOfAnotherAccount }
        isConfirmed.withLock { $0 = true }
        return nil
    }
}

extension EncodedResponse {
    /// The id in an account.
    fileprivate var accountID: Person.ID {
        get throws(SocialError) {
            guard case .string(let text)? = try JSONValue(parsing: body)["id"], let id = Person.ID(text)
            else { throw .unreadableAnswer }
            return id
        }
    }
}

extension SocialError {
    static let sessionOfAnotherAccount = SocialError(
        .notAllowed, "You are signed in with another account. Sign in again with this one.")
}
