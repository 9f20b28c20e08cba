import NIOCore
import NIOHTTP1

/// Manages a connection's lifetime as HTTP/1 requires (RFC 9112, sections 3.2 and 9.3 to 9.6).
///
/// A connection closes after an HTTP/1.0 request, a request or response with `Connection: close`, a response sent
/// before the whole request was read, and any response once the server is stopping. That last response carries
/// `Connection: close`. Input is then discarded for a while before the socket closes: closing it while the client is
/// still sending would reset the connection and lose the response.
///
/// It also closes when the head of a request does not arrive in time, however slowly its bytes arrive.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request whose response is not complete.
    private struct Exchange {
        var isLast: Bool
        /// Whether the whole request has been read.
        var isRead = false
    }

    /// In request order, which is also the order of the responses.
    private var exchanges = CircularBuffer<Exchange>()
    private var isStopping = false
    /// Whether further input is discarded.
    private var isFinished = false
    private let isEncrypted: Bool
    /// How long the head of a request may take, from the end of the response before it.
    private let headTimeout: TimeAmount
    /// Since when the connection has waited for a head; nil while there are exchanges.
    private var waitingSince: NIODeadline?
    private var headCheck: Scheduled<Void>?

    /// How long input is discarded before the socket closes.
    private static let lingerTimeout = TimeAmount.seconds(5)

    /// - Parameters:
    ///   - isEncrypted: whether the connection uses TLS. Its responses then make browsers use only HTTPS.
    ///   - headTimeout: how long the head of a request may take.
    init(isEncrypted: Bool = false, headTimeout: TimeAmount) {
        self.isEncrypted = isEncrypted
        self.headTimeout = headTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        waitingSince = context.eventLoop.now
        checkHead(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        headCheck?.cancel()
    }

    /// Closes the connection if a head is overdue, and otherwise checks again at the next deadline. So a request only
    /// stores a time, and schedules nothing.
    private func checkHead(_ context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        let deadline = (waitingSince ?? now) + headTimeout
        guard deadline > now else { return context.close(promise: nil) }
        headCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.checkHead(context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isFinished else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body: context.fireChannelRead(data)
        case .end:
            exchanges[exchanges.index(before: exchanges.endIndex)].isRead = true
            isFinished = exchanges.last?.isLast == true
            context.fireChannelRead(data)
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        if let protocolError = Self.protocolError(of: head) {
            isFinished = true
            return context.fireErrorCaught(protocolError)
        }
        let isOld = head.version != .http1_1
        var head = head
        let isLast = isOld || !head.isKeepAlive
        // Hummingbird recognises only this spelling.
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        if !isOld, exchanges.isEmpty, head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
            let response = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
        }
        exchanges.append(Exchange(isLast: isLast))
        waitingSince = nil
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// The error of a request that the decoder accepts but HTTP/1 does not allow.
    private static func protocolError(of head: HTTPRequestHead) -> HTTPParserError? {
        if head.version == .http1_1, head.headers["Host"].count != 1 { return .invalidHeaderToken }
        let codings = head.headers[canonicalForm: "Transfer-Encoding"]
        return codings.allSatisfy { $0.lowercased() == "chunked" } ? nil : .invalidHeaderToken
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            let isLast = decideWhetherLast(head)
            guard isLast || isEncrypted else { return context.write(data, promise: promise) }
            if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            if isEncrypted {
                head.headers.replaceOrAdd(
                    name: "Strict-Transport-Security", value: TransportSecurityMiddleware.policy)
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            // A request that the decoder rejected has a response but no exchange; it is always the last.
            guard exchanges.popFirst()?.isLast ?? true else {
                if exchanges.isEmpty { waitingSince = context.eventLoop.now }
                return context.write(data, promise: promise)
            }
            end(after: data, promise, context)
        }
    }

    private func decideWhetherLast(_ response: HTTPResponseHead) -> Bool {
        guard var exchange = exchanges.first else { return true }
        exchange.isLast = exchange.isLast || isStopping || !exchange.isRead || !response.isKeepAlive
        exchanges[exchanges.startIndex] = exchange
        return exchange.isLast
    }

    private func end(after data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext)
    {
        isFinished = true
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.assumeIsolated().whenComplete { _ in
            context.close(mode: .output, promise: nil)
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTimeout) {
                context.close(promise: nil)
            }
        }
        context.writeAndFlush(data, promise: written)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { isStopping = true }
        context.fireUserInboundEventTriggered(event)
    }
}
