import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// A queued request, and how the view answers it.
package struct QueuedAnswer: Sendable {
    package let command: Command
    /// What the server would answer, as far as the device can tell.
    package let response: EncodedResponse
}

extension ReplicaStore {
    /// Queues a request, and answers it from the view with the JSON that the server would send.
    ///
    /// Only what the store holds can be judged: a request about anything else needs the server.
    /// - Parameters:
    ///   - time: the device's time dates the command; the server's, if it is known, limits the times of workouts.
    /// - Returns: nil, with nothing queued, if the request needs the server.
    /// - Throws: the error of the server for a request that is not valid, or is refused in any case;
    ///   ``SocialError/Code/limitReached`` if too many commands wait; ``SocialError/Code/unauthenticated`` after the
    ///   person signed out.
    package func queue(_ request: QueuedRequest, at time: SyncTime) async throws -> QueuedAnswer? {
        guard try request.isQueueable else { return nil }
        do {
            return try await write { transaction in
                try transaction.checkOpen()
                let answer = try transaction.queue(request, at: time)
                guard let answer else { throw NeedsServer() }
                return answer
            }
        } catch is NeedsServer {
            return nil
        }
    }

    /// Undoes the transaction of a request that cannot be answered.
    private struct NeedsServer: Error {}
}

extension QueuedRequest {
    /// Whether it can be queued at all.
    /// - Throws: the error of the server for a request that is not valid.
    fileprivate var isQueueable: Bool {
        get throws {
            let command = try SyncCommand(number: 1, request: self)
            let commands = EndpointCommands()
            guard let match = try commands.match(command) else { return false }
            do {
                _ = try commands.operation(for: command, match)
            } catch let error as SocialError where error.code == .notAllowed {
                return false
            }
            do {
                _ = try CommandScope(identified())
                return true
            } catch {
                // It names its person by username, or by a code.
                return false
            }
        }
    }

    /// The request with an id for what it makes, so that sending it twice makes it once.
    fileprivate func identified() -> QueuedRequest {
        var parameters: [String: String] = [:]
        switch CommandKind(self, parameters: &parameters) {
        case .addComment?, .sendRequest?:
            guard let body, body["id"] == nil else { return self }
            return QueuedRequest(
                method, path, body: body.adding(["id": .string(UUID().uuidString.lowercased())]))
        default: return self
        }
    }
}

extension ReplicaTransaction {
    fileprivate mutating func queue(_ request: QueuedRequest, at time: SyncTime) throws -> QueuedAnswer? {
        guard let account = try account() else { return nil }
        let before = try overlay()
        var request = request.identified()
        let now = Date(milliseconds: time.best)
        request = try ExplicitVisibility(of: account, self, at: now).fixing(request)
        let scope = try CommandScope(request)
        let command = try outbox.append(request, lane: scope.kind.lane, madeAt: time.device)
        if case .graph(let person, .block) = scope.effect { try dropAnswers(naming: person) }
        if case .graph(let person, .mute) = scope.effect { try dropAnswers(naming: person) }
        let prediction = Prediction(
            transaction: self, account: account, request: request, scope: scope, before: before,
            after: try overlay(), now: now)
        guard let response = try prediction.response() else { return nil }
        return QueuedAnswer(command: command, response: response)
    }
}
