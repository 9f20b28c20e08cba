import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of HTTP/1 that is kept and ended as ``ConnectionHandler`` says.
struct GracefulHTTP1Channel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    /// How long the other side may leave unacknowledged what it is sent.
    let tcpUserTimeout: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(ConnectionHandler(), position: .after(decoder))
            try channel.syncOptions?.setOption(.recvAllocator, value: Self.readBuffers)
            try channel.setTCPUserTimeout(tcpUserTimeout)
            return value
        }
    }

    /// A connection keeps what it read into; the heads of most requests fit into half of the library's 2 KB.
    private static var readBuffers: AdaptiveRecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 1_024, maximum: 65_536)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
