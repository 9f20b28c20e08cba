import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// An HTTP/1 channel that closes its connections gracefully; see ``ConnectionHandler``.
struct GracefulHTTP1Channel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    /// How long sent data may stay unacknowledged before the connection closes.
    let tcpUserTimeout: TimeAmount
    /// Whether the connections use TLS.
    let isEncrypted: Bool
    /// How long the head of a request may take.
    let headTimeout: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(
                ConnectionHandler(isEncrypted: isEncrypted, headTimeout: headTimeout),
                position: .after(decoder))
            try channel.syncOptions?.setOption(.recvAllocator, value: Self.readBuffers)
            try channel.setTCPUserTimeout(tcpUserTimeout)
            return value
        }
    }

    /// A connection keeps its read buffer. Most request heads fit into 1 KB, half of the library's default.
    private static var readBuffers: AdaptiveRecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1_024, maximum: 65_536)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
