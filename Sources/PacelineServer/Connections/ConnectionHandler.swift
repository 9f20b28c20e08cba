import NIOCore
import NIOHTTP1

/// What HTTP/1 asks of whoever keeps a connection (RFC 9112, sections 3.2 and 9.3 to 9.6), beyond reading and writing
/// its messages.
///
/// A connection ends after a request of HTTP/1.0 or one that says `Connection: close` however it spells it, after an
/// answer that did not wait for the whole request or says so itself, and after any answer once the server is stopping. The other side is
/// told, and what it still sends is passed over for a while: a connection that is cut while the other side is sending
/// takes the answer with it.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request whose answer is not finished.
    private struct Exchange {
        var isLast: Bool
        /// Whether the request has come to its end.
        var isRead = false
    }

    /// Requests are answered in the order in which they came.
    private var exchanges = CircularBuffer<Exchange>()
    private var isStopping = false
    /// Nothing that comes matters any more.
    private var isFinished = false

    /// How long the other side may go on sending what nobody reads.
    private static let lingerTimeout = TimeAmount.seconds(5)

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
        // The application looks for this one spelling.
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        if !isOld, exchanges.isEmpty, head.headers.first(name: "Expect")?.lowercased() == "100-continue" {
            let goOn = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(goOn)), promise: nil)
        }
        exchanges.append(Exchange(isLast: isLast))
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// What the decoder lets through and nobody here understands.
    private static func protocolError(of head: HTTPRequestHead) -> HTTPParserError? {
        if head.version == .http1_1, head.headers["Host"].count != 1 { return .invalidHeaderToken }
        let codings = head.headers[canonicalForm: "Transfer-Encoding"]
        return codings.allSatisfy { $0.lowercased() == "chunked" } ? nil : .invalidHeaderToken
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            guard decideWhetherLast(head) else { return context.write(data, promise: promise) }
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            // What is refused before it is a request has an answer, too.
            guard exchanges.popFirst()?.isLast ?? true else { return context.write(data, promise: promise) }
            end(after: data, promise, context)
        }
    }

    private func decideWhetherLast(_ answer: HTTPResponseHead) -> Bool {
        guard var exchange = exchanges.first else { return true }
        exchange.isLast = exchange.isLast || isStopping || !exchange.isRead || !answer.isKeepAlive
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
