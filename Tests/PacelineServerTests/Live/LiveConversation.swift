import Foundation
import Paceline
import PacelineAPI
import Testing

@testable import PacelineServer

extension RunningServer {
    /// Opens a stream on its own connection, and closes it after the body.
    func stream(
        _ member: Member, query: String = "", after id: String? = nil,
        _ body: (inout LiveConversation) async throws -> Void
    ) async throws {
        try await RawConnection.open(address) { connection in
            let resumed = id.map { "Last-Event-ID: \($0)\r\n" } ?? ""
            try await connection.send(
                "GET /v1/stream\(query) HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(member.token)\r\n"
                    + resumed + "\r\n")
            let head = try await connection.read(until: "\r\n\r\n")
            var conversation = LiveConversation(connection: connection, head: head)
            try await body(&conversation)
        }
    }

    /// Waits until no streams are open.
    func waitUntilNoListeners() async {
        while await engine.live.count > 0, !Task.isCancelled { await Task.yield() }
    }

    func waitForListeners(_ count: Int) async {
        while await engine.live.count < count, !Task.isCancelled { await Task.yield() }
    }
}

/// The client's side of a stream.
struct LiveConversation {
    fileprivate var connection: RawConnection.Conversation
    /// The status line and headers of the response.
    private(set) var head: String
    private var text = ""

    fileprivate init(connection: RawConnection.Conversation, head: String) {
        self.connection = connection
        let parts = head.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        self.head = String(parts.first ?? "")
        text = parts.count > 1 ? String(parts[1]) : ""
    }

    /// Waits for a number of messages; returns all received so far, fewer if the stream ends.
    mutating func events(_ count: Int) async throws -> [LiveEvent] {
        while try messages().count < count {
            let more = try await connection.read(until: "\n")
            guard !more.isEmpty else { break }
            text += more
        }
        return try messages()
    }

    /// Waits for a matching event, ignoring heartbeats; returns all events received so far.
    mutating func events(until isWanted: (LiveEvent.Content) -> Bool) async throws -> [LiveEvent] {
        var received = try await events(1)
        while !received.contains(where: { isWanted($0.content) }) {
            let more = try await events(received.count + 1)
            guard more.count > received.count else { break }
            received = more
        }
        return received
    }

    /// Everything until the connection closes.
    mutating func end() async throws -> String {
        text += try await connection.readToEnd()
        return text
    }

    #if os(Linux)
        /// Drops all incoming packets, as if the network were gone.
        func vanish() async throws { try await connection.vanish() }
    #endif

    /// The messages in the chunks received so far; each chunk holds whole messages.
    private func messages() throws -> [LiveEvent] {
        var parser = ServerSentEventParser()
        let lines = text.split(separator: "\r\n").filter { !$0.allSatisfy(\.isHexDigit) }
        return try parser.read(lines.joined().utf8).map { try LiveEvent($0) }
    }
}

extension LiveEvent.Content {
    var item: FeedItem? { if case .item(let item) = self { item } else { nil } }
}
