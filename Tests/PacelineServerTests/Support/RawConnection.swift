import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A connection that sends raw bytes, to test what HTTP clients would not send.
enum RawConnection {
    /// Connects to an address such as `http://127.0.0.1:8080`.
    /// - Parameter encryption: the TLS context for https.
    static func open(
        _ address: String, _ encryption: NIOSSLContext? = nil,
        _ body: (inout Conversation) async throws -> Void
    ) async throws {
        guard let url = URL(string: address), let host = url.host, let port = url.port else {
            throw URLError(.badURL)
        }
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let encryption {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: encryption, serverHostname: nil))
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            var conversation = Conversation(
                incoming: inbound.makeAsyncIterator(), outgoing: outbound, channel: channel.channel)
            try await body(&conversation)
        }
    }

    /// Both directions of the connection.
    struct Conversation {
        fileprivate var incoming: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        fileprivate let outgoing: NIOAsyncChannelOutboundWriter<ByteBuffer>
        let channel: any Channel

        /// Stops reading, so that even the end of the connection goes unnoticed.
        func stopListening() async throws {
            try await channel.setOption(.autoRead, value: false).get()
        }

        func send(_ text: String) async throws {
            try await outgoing.write(ByteBuffer(string: text))
        }

        func send(bytes: [UInt8]) async throws {
            try await outgoing.write(ByteBuffer(bytes: bytes))
        }

        /// Reads until the text arrives or the connection closes.
        mutating func read(until text: String) async throws -> String {
            var received = ""
            while !received.contains(text), let part = try await incoming.next() {
                received += String(buffer: part)
            }
            return received
        }

        /// Reads until the connection closes.
        mutating func readToEnd() async throws -> String {
            var received = ""
            while let part = try await incoming.next() { received += String(buffer: part) }
            return received
        }
    }
}
