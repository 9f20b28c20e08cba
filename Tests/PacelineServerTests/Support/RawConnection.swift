import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A connection that sends what it is told, byte by byte, for what a polite client would not do.
enum RawConnection {
    /// Connects to an address such as `http://127.0.0.1:8080`.
    /// - Parameter encryption: for an address of https.
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

    /// What goes to and fro.
    struct Conversation {
        fileprivate var incoming: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        fileprivate let outgoing: NIOAsyncChannelOutboundWriter<ByteBuffer>
        let channel: any Channel

        /// From now on takes no notice of what comes, be it a goodbye.
        func stopListening() async throws {
            try await channel.setOption(.autoRead, value: false).get()
        }

        func send(_ text: String) async throws {
            try await outgoing.write(ByteBuffer(string: text))
        }

        /// What comes next, until it holds the text or the connection ends.
        mutating func read(until text: String) async throws -> String {
            var received = ""
            while !received.contains(text), let part = try await incoming.next() {
                received += String(buffer: part)
            }
            return received
        }

        /// Whatever still comes before the connection ends.
        mutating func readToEnd() async throws -> String {
            var received = ""
            while let part = try await incoming.next() { received += String(buffer: part) }
            return received
        }
    }
}
