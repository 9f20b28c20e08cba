import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// What callers received while they were measured.
struct CallResults: Sendable {
    /// The time that it was measured, in seconds.
    var seconds: Double
    /// How long the responses with status 200 took.
    var served: [Duration] = []
    /// How long the refusals, with status 503, took.
    var refused: [Duration] = []

    /// The responses with status 200 per second.
    var servedPerSecond: Double { Double(served.count) / seconds }
    /// All requests per second.
    var requestsPerSecond: Double { Double(served.count + refused.count) / seconds }
    /// The share of the requests that was refused.
    var refusedShare: Double { Double(refused.count) / Double(max(1, served.count + refused.count)) }
}

/// Callers who each have a connection, and send the next request as soon as they have a response. After a refusal, they
/// wait for as long as the server says, as the SDK does.
///
/// Each request is of a random one of all signed-in people. Otherwise few callers would read the same few feeds again
/// and again, which the processor's caches hold, and could not be compared with many.
///
/// Unlike with `wrk`, each response's time is known together with its status. One thread sends everything, so that most
/// of the processors' time is the server's.
struct Callers {
    let path: String
    /// Such as `http://127.0.0.1:8080`.
    let address: String
    let count: Int

    /// The number of connections that are opened at a time, since further ones would only queue.
    private static let batch = 200

    /// Lets all of them call.
    /// - Parameters:
    ///   - warmUp: how long they call before they are measured, in seconds.
    ///   - seconds: how long they are measured.
    func call(warmUp: Int, seconds: Int) async throws -> CallResults {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let record = CallRecord()
        let requests = try requests()
        let results: CallResults
        do {
            for start in stride(from: 0, to: count, by: Self.batch) {
                let opening = try (start..<min(start + Self.batch, count)).map { _ in
                    try connect(requests, on: group, record)
                }
                for connection in opening { _ = try await connection.get() }
            }
            try await Task.sleep(for: .seconds(warmUp))
            record.begin()
            try await Task.sleep(for: .seconds(seconds))
            results = try record.end(after: Double(seconds))
        } catch {
            // Closes the connections.
            try await group.shutdownGracefully()
            throw error
        }
        try await group.shutdownGracefully()
        return results
    }

    /// One for each person who is signed in.
    private func requests() throws -> [HTTPRequestHead] {
        (0..<LargeCommunity.signedIn).map { number in
            HTTPRequestHead(
                version: .http1_1, method: .GET, uri: path,
                headers: ["Host": "benchmark", "Authorization": "Bearer \(LargeCommunity.token(number))"])
        }
    }

    private func connect(
        _ requests: [HTTPRequestHead], on group: MultiThreadedEventLoopGroup, _ record: CallRecord
    ) throws -> EventLoopFuture<any Channel> {
        guard let url = URL(string: address), let host = url.host(), let port = url.port else {
            throw BenchmarkFailure("\(address) is no address.")
        }
        return ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(Caller(requests, record))
                }
            }
            .connect(host: host, port: port)
    }
}

/// Collects the responses to all callers.
private final class CallRecord: Sendable {
    private struct State {
        /// When measuring began; nil before and afterwards.
        var start: ContinuousClock.Instant?
        var results = CallResults(seconds: 0)
        /// What should not have happened.
        var failure: String?
    }

    private let state = Mutex(State())

    func begin() {
        state.withLock { $0.start = .now }
    }

    func add(_ status: HTTPResponseStatus, to request: ContinuousClock.Instant) {
        let duration = ContinuousClock.now - request
        state.withLock { state in
            switch status {
            case .ok, .serviceUnavailable: break
            default: state.failure = "A response had the status \(status)."
            }
            guard let start = state.start, request >= start else { return }
            if status == .ok {
                state.results.served.append(duration)
            } else {
                state.results.refused.append(duration)
            }
        }
    }

    func fail(_ reason: String) {
        state.withLock { $0.failure = reason }
    }

    func end(after seconds: Double) throws -> CallResults {
        try state.withLock { state in
            if let failure = state.failure { throw BenchmarkFailure(failure) }
            state.start = nil
            state.results.seconds = seconds
            return state.results
        }
    }
}

/// One caller's side of a connection.
private final class Caller: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let requests: [HTTPRequestHead]
    private let record: CallRecord
    private var response: HTTPResponseHead?
    /// When the current request was sent.
    private var start = ContinuousClock.now

    init(_ requests: [HTTPRequestHead], _ record: CallRecord) {
        self.requests = requests
        self.record = record
    }

    func channelActive(context: ChannelHandlerContext) {
        send(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): response = head
        case .body: break
        case .end:
            guard let response else { return }
            record.add(response.status, to: start)
            guard response.status == .serviceUnavailable else { return send(context) }
            let pause = response.headers.first(name: "Retry-After").flatMap(Int64.init) ?? 1
            context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(pause)) { self.send(context) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        record.fail("The server closed a connection.")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        record.fail("A connection failed: \(error)")
        context.close(promise: nil)
    }

    private func send(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        start = .now
        context.write(wrapOutboundOut(.head(requests[.random(in: requests.indices)])), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
