import Foundation

/// One message of a stream of Server-Sent Events, as the HTML standard has them.
public struct ServerSentEvent: Sendable, Equatable {
    /// Where the stream can be taken up again after this message; nil leaves that as it was.
    public var id: String?
    /// What kind of event it is; `message` when nil.
    public var event: String?
    /// Its content; a message without any only moves the id, and is not told to scripts in a browser.
    public var data: [UInt8]?

    public init(id: String? = nil, event: String? = nil, data: [UInt8]? = nil) {
        self.id = id
        self.event = event
        self.data = data
    }

    /// What a stream is served as.
    public static let mediaType = "text/event-stream"

    /// The message as it goes over the wire, the empty line that ends it included.
    ///
    /// - Precondition: neither the id nor the event holds a line break, and the data no CR: JSON on one line has neither.
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
            // Some proxies and clients pass on nothing that looks empty.
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
