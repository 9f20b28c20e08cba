import Foundation

/// One message of a stream of Server-Sent Events, as in the HTML standard.
public struct ServerSentEvent: Sendable, Equatable {
    /// The position from which the stream can be resumed after this message; nil leaves it unchanged.
    public var id: String?
    /// The event's name; `message` if nil.
    public var event: String?
    /// The data. A message without data only changes the id; browsers do not dispatch it.
    public var data: [UInt8]?

    public init(id: String? = nil, event: String? = nil, data: [UInt8]? = nil) {
        self.id = id
        self.event = event
        self.data = data
    }

    /// The media type of a stream.
    public static let mediaType = "text/event-stream"

    /// The encoded message, with the empty line at its end.
    ///
    /// - Precondition: the id and the event contain no line break, and the data no CR. JSON on one line meets this.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 + (data?.count ?? 0))
        if let id { bytes.append(field: "id", id.utf8) }
        if let event { bytes.append(field: "event", event.utf8) }
        if let data {
            for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                bytes.append(field: "data", line)
            }
        } else {
            // Some proxies and clients drop a message that looks empty.
            bytes += Array(":\n".utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(field name: String, _ value: some Sequence<UInt8>) {
        append(contentsOf: name.utf8)
        append(contentsOf: ": ".utf8)
        append(contentsOf: value)
        append(UInt8(ascii: "\n"))
    }
}
