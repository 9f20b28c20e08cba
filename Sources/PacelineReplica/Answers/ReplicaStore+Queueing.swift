import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// A queued command, and the response to its request.
package struct QueuedAnswer: Sendable {
    package let command: Command
    /// The predicted response of the server.
    package let response: EncodedResponse
}

extension ReplicaStore {
    /// Queues a request, and predicts the server's response from the view.
    ///
    /// A request about something that is not stored, such as a comment on an unknown item, needs the server.
    /// - Parameters:
    ///   - expected: the version that the thing must have. Only the server knows it, unless a command that was not
    ///     answered gave the thing the version that the view shows.
    ///   - time: the device's time becomes ``Command/madeAt``; the server's, if known, decides whether a
    ///     workout is in the future.
    /// - Returns: nil, with nothing queued, if the request needs the server.
    /// - Throws: the server's error for a request that it would refuse, ``SocialError/Code/limitReached`` for a full
    ///   outbox, ``SocialError/Code/unauthenticated`` after the person signed out.
    package func queue(
        _ request: QueuedRequest, ifMatch expected: Version? = nil, at time: SyncTime
    ) async throws -> QueuedAnswer? {
        guard try request.isQueueable else { return nil }
        do {
            return try await write { transaction in
                try transaction.checkOpen()
                let answer = try transaction.queue(request, ifMatch: expected, at: time)
                guard let answer else { throw RollBack() }
                return answer
            }
        } catch is RollBack {
            return nil
        }
    }

    /// Rolls back the transaction of a request that needs the server.
    private struct RollBack: Error {}
}

extension QueuedRequest {
    /// Whether a store with everything in it could queue the request.
    /// - Throws: the server's error for a request that is not valid.
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
                // It names a person by username or code, and only the server knows whose they are.
                return false
            }
        }
    }

    /// The request with an id for the comment or request that it creates, so that sending it twice creates one.
    fileprivate func identified() -> QueuedRequest {
        switch CommandKind.match(self)?.kind {
        case .addComment?, .sendRequest?:
            guard let body, body["id"] == nil else { return self }
            return QueuedRequest(
                method, path, body: body.adding(["id": .string(UUID().uuidString.lowercased())]))
        default: return self
        }
    }
}

extension ReplicaTransaction {
    fileprivate mutating func queue(
        _ request: QueuedRequest, ifMatch expected: Version?, at time: SyncTime
    ) throws -> QueuedAnswer? {
        guard let account = try account() else { return nil }
        let before = try overlay()
        var request = request.identified()
        let now = Date(milliseconds: time.best)
        request = try ExplicitVisibility(of: account, self, at: now).adding(to: request)
        let scope = try CommandScope(request)
        if let expected {
            guard let version = try predictedVersion(scope, before) else { return nil }
            guard version == expected else { throw SocialError.changedMeanwhile }
            // Within a millisecond, the change would not give the thing another version.
            guard version.number < now.milliseconds else { return nil }
        }
        let command = try outbox.append(request, lane: scope.kind.lane, madeAt: time.device)
        // The overlay hides a blocked or muted person in items, but not in remembered answers.
        if case .graph(let person, let effect) = scope.effect, effect == .block || effect == .mute {
            try dropAnswers(naming: person)
        }
        let prediction = Prediction(
            transaction: self, account: account, request: request, scope: scope, before: before,
            after: try overlay(), now: now)
        guard let response = try prediction.response() else { return nil }
        return QueuedAnswer(command: command, response: response)
    }
}

// Versions.
extension ReplicaTransaction {
    /// The version of the thing that a command changes, if a command that was not answered gave it that version. The
    /// server does not know it: it will give the thing another one.
    fileprivate func predictedVersion(_ scope: CommandScope, _ overlay: Overlay) throws -> Version? {
        guard let target = scope.targets.first, outbox.isUnanswered(target) else { return nil }
        let version, known: Version?
        switch scope.effect {
        case .editComment(let id, _):
            let stored = try comments("WHERE id = \(id.uuid)").first
            let added = overlay.addedComments[id].flatMap { overlay.newComment($0) }
            version = (stored.map { overlay.comment($0) } ?? added)?.version
            known = stored?.value.version
        case .publishWorkout(let id, _), .editWorkout(let id, _):
            version = try item(id.item, with: overlay)?.workout?.version
            known = try items("WHERE id = \(id.item.uuid)").first?.value.workout?.version
        default: return nil
        }
        return version == known ? nil : version
    }
}

extension Outbox {
    /// Whether commands act upon a target, and none of them was answered.
    fileprivate func isUnanswered(_ target: CommandTarget) -> Bool {
        let commands = commands.filter { $0.scope.targets.contains(target) }
        return !commands.isEmpty && commands.allSatisfy { !$0.isAnswered }
    }
}

extension SocialError {
    fileprivate static let changedMeanwhile = SocialError(
        .preconditionFailed, "It has changed in the meantime. Reload it and try again.")
}
