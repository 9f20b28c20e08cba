import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineReplica

/// A transport that answers from a store: the same session works offline, in whole or in part.
///
/// - A write whose result the store can predict is queued, and answered from the view.
/// - A read of what the store holds is answered from the view.
/// - Anything else goes to the server, after the queued writes. Answers to reads are kept for when there is no
///   connection.
struct ReplicaTransport: Transport {
    let server: ReplicaServer
    let store: ReplicaStore
    let runner: SyncRunner
    /// Whether reads bring the store up to date first, and writes wait for the server.
    let isConfirming: Bool

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        try await translatingStoreErrors {
            guard request.url.hasPrefix(server.address + "/") else { return try await forward(request) }
            let target = String(request.url.dropFirst(server.address.count))
            return request.method == .get
                ? try await read(request, try ReadRequest(target)) : try await write(request, target)
        }
    }

    /// Opens the live stream. Its events arrive when the store has what they are about. Without a connection, it begins
    /// nevertheless, and resumes when there is one.
    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        if store.isSignedOut { throw SocialError.signedOut }
        guard await !runner.isStopped else { throw TransportFailure.unreachable }
        let target = try ReadRequest(String(request.url.dropFirst(server.address.count)))
        let items = try API.stream.readQuery(target.query).items
        do {
            let response = try await server.transport.stream(request)
            guard response.head.status == 200 else { return response }
            return await runner.delaying(response, watching: items)
        } catch let failure as TransportFailure {
            let isNew = request.headers["Last-Event-ID"] == nil
            guard isNew, failure == .unreachable || failure == .timedOut else { throw failure }
            return try SyncRunner.streamWithoutConnection()
        }
    }

    /// Sends a request to the server.
    /// - Throws: ``SocialError/Code/offline`` if it cannot be reached.
    private func forward(_ request: OutgoingRequest) async throws -> EncodedResponse {
        do {
            let response = try await server.transport.send(request)
            server.clock.adjust(to: response)
            return response
        } catch let failure as TransportFailure where failure == .unreachable || failure == .timedOut {
            throw SocialError.offline
        }
    }
}

// Writes.
extension ReplicaTransport {
    private func write(_ request: OutgoingRequest, _ target: String) async throws -> EncodedResponse {
        if let queued = try await queue(request, target) {
            await runner.noteChange()
            return isConfirming ? try await confirmed(queued) : queued.response
        }
        try await runner.sendQueued()
        let response = try await forward(request)
        // The change feed reports what it changed.
        await runner.noteChange()
        return response
    }

    private func queue(_ request: OutgoingRequest, _ target: String) async throws -> QueuedAnswer? {
        guard request.body.isEmpty || request.headers["Content-Type"] == MediaType.json else { return nil }
        let version = request.headers["If-Match"].map { Version(entityTag: $0) }
        // The server says what is wrong with a condition that is no version.
        if case .some(nil) = version { return nil }
        let body = request.body.isEmpty ? nil : try JSONValue(parsing: request.body)
        return try await store.queue(
            QueuedRequest(request.method, target, body: body), ifMatch: version ?? nil, at: server.clock.time)
    }

    /// The server's answer to a command.
    private func confirmed(_ queued: QueuedAnswer) async throws -> EncodedResponse {
        let answer = try await runner.confirm(queued.command.position)
        if let error = answer.problem {
            // The caller gets the error, so it is not listed as refused. A command that cannot run now stays queued.
            try await store.discardRefusal(queued.command.position)
            throw error
        }
        return EncodedResponse(
            status: answer.status, contentType: MediaType.json,
            body: Array((answer.body?.description ?? "").utf8))
    }
}

// Reads.
extension ReplicaTransport {
    private func read(_ request: OutgoingRequest, _ read: ReadRequest) async throws -> EncodedResponse {
        if isConfirming { try await runner.catchUp() }
        let answer = try await store.answer(read, now: server.clock.best)
        if runner.isAutomatic, let item = read.item, try await !store.isFollowed(item) {
            await runner.doorbell.watch(item)
        }
        switch answer {
        case .fromStore(let response, let accuracy) where accuracy >= (isConfirming ? .exact : .approximate):
            return response
        case .fromStore(let response, _):
            do {
                return try await ask(request, read)
            } catch let error as SocialError where error.code == .offline && !isConfirming {
                return response
            }
        case .beforeHorizon(let rest, let horizon):
            return try await ask(request, rest).continuing(before: horizon)
        case .needsServer: return try await ask(request, read)
        }
    }

    /// Asks the server, and keeps the answer; without a connection, returns the last one.
    private func ask(_ request: OutgoingRequest, _ read: ReadRequest) async throws -> EncodedResponse {
        if !isConfirming, try await store.progress().waiting > 0 { await runner.syncNow(.changed) }
        var request = request
        request.url = server.address + read.target
        let version = try await store.truthVersion()
        do {
            let response = try await forward(request)
            try await remember(response, to: read, requestedAt: version)
            return response
        } catch let error as SocialError where error.code == .offline && !isConfirming {
            guard let kept = try await store.recall(read) else { throw error }
            return EncodedResponse(status: 200, contentType: MediaType.json, body: kept)
        }
    }

    private func remember(
        _ response: EncodedResponse, to read: ReadRequest, requestedAt version: TruthVersion
    ) async throws {
        guard let key = read.key else { return }
        if response.status == 404 || response.status == 403 { return try await store.forget(key) }
        guard response.status == 200, response.contentType?.hasPrefix(MediaType.json) == true else { return }
        let readAt = server.clock.best.milliseconds
        if let comments = try read.allComments(in: response) {
            try await store.keep(comments, requestedAt: version, readAt: readAt)
        }
        try await store.remember(
            response.body, for: key, naming: try response.namedPeople, requestedAt: version, readAt: readAt)
    }
}
