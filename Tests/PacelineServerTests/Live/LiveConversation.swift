import Foundation
import Paceline
import PacelineAPI
import Testing

@testable import PacelineServer

extension RunningServer {
    /// Asks for a stream over a connection of its own, and closes it when the body is over.
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

    /// Waits until nobody is told anything any more.
    func waitUntilNoListeners() async {
        while await engine.live.count > 0, !Task.isCancelled { await Task.yield() }
    }

    func waitForListeners(_ count: Int) async {
        while await engine.live.count < count, !Task.isCancelled { await Task.yield() }
    }
}

/// One reader's side of a stream.
struct LiveConversation {
    fileprivate var connection: RawConnection.Conversation
    /// The answer's status and headers, and what came with them.
    private(set) var head: String
    private var text = ""

    fileprivate init(connection: RawConnection.Conversation, head: String) {
        self.connection = connection
        let parts = head.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        self.head = String(parts.first ?? "")
        text = parts.count > 1 ? String(parts[1]) : ""
    }

    /// The next messages, at least as many as are wanted, or all that come before the end.
    mutating func events(_ count: Int) async throws -> [LiveEvent] {
        while try messages().count < count {
            let more = try await connection.read(until: "\n")
            guard !more.isEmpty else { break }
            text += more
        }
        return try messages()
    }

    /// The next messages up to one that is wanted: in between, a stream says now and then that it is alive.
    mutating func events(until isWanted: (LiveEvent.Content) -> Bool) async throws -> [LiveEvent] {
        var received = try await events(1)
        while !received.contains(where: { isWanted($0.content) }) {
            let more = try await events(received.count + 1)
            guard more.count > received.count else { break }
            received = more
        }
        return received
    }

    /// What still comes before the connection ends.
    mutating func end() async throws -> String {
        text += try await connection.readToEnd()
        return text
    }

    #if os(Linux)
        /// From now on nothing reaches this side, and nothing says so to the other.
        func vanish() async throws { try await connection.vanish() }
    #endif

    /// The content of the chunks that have come, which each hold whole messages.
    private func messages() throws -> [LiveEvent] {
        var parser = ServerSentEventParser()
        let lines = text.split(separator: "\r\n").filter { !$0.allSatisfy(\.isHexDigit) }
        return try parser.read(lines.joined().utf8).map { try LiveEvent($0) }
    }
}

extension LiveEvent.Content {
    var item: FeedItem? { if case .item(let item) = self { item } else { nil } }
}
