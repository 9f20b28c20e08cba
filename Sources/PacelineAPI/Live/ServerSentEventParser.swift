/// Parses Server-Sent Events incrementally from chunks of any size.
///
/// As in the HTML standard, lines end with CR, LF or CRLF, and a byte order mark at the start, comments and unknown
/// fields are ignored. An incomplete message at the end of a stream is discarded.
public struct ServerSentEventParser: Sendable {
    /// An error in the stream; parsing cannot continue.
    public enum Failure: Error, Sendable, Equatable {
        /// A message is longer than the limit.
        case tooLong(limit: Int)
        /// A message is not UTF-8.
        case notText
    }

    /// The maximum length of a message, in bytes.
    public let limit: Int
    private var line: [UInt8] = []
    private var message = Message()
    private var isAtStart = true
    /// Whether the last byte was a CR; an LF after it belongs to the same line break.
    private var endedWithReturn = false

    /// - Parameter limit: the maximum length of a message, in bytes. The default exceeds any event of a server.
    public init(limit: Int = 1_024 * 1_024) {
        self.limit = limit
    }

    /// Parses the next chunk.
    /// - Returns: the messages that are now complete.
    /// - Throws: ``Failure``; discard the rest of the stream after it.
    public mutating func read(_ bytes: some Sequence<UInt8>) throws(Failure) -> [ServerSentEvent] {
        var found: [ServerSentEvent] = []
        for byte in bytes {
            let completesBreak = endedWithReturn && byte == .lineFeed
            endedWithReturn = byte == .carriageReturn
            guard !completesBreak else { continue }
            guard byte == .lineFeed || byte == .carriageReturn else {
                line.append(byte)
                guard line.count + message.length <= limit else { throw .tooLong(limit: limit) }
                continue
            }
            if let complete = try endLine() { found.append(complete) }
        }
        return found
    }

    /// - Returns: the complete message, if the line is empty and ends one.
    private mutating func endLine() throws(Failure) -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: line.count <= 4_096) }
        if isAtStart {
            isAtStart = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard line.isEmpty else {
            try message.take(line[...])
            return nil
        }
        defer { message = Message() }
        return message.event
    }
}

/// The fields of an incomplete message.
private struct Message: Sendable {
    private var id: String?
    private var name: String?
    private var data: [UInt8]?

    /// The bytes stored so far.
    var length: Int { (data?.count ?? 0) + (name?.utf8.count ?? 0) + (id?.utf8.count ?? 0) }

    /// Nil if there is neither an id nor data.
    var event: ServerSentEvent? {
        id == nil && data == nil ? nil : ServerSentEvent(id: id, event: data == nil ? nil : name, data: data)
    }

    mutating func take(_ line: ArraySlice<UInt8>) throws(ServerSentEventParser.Failure) {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        switch Array(line[..<colon]) {
        case Self.data:
            if data != nil { data?.append(.lineFeed) }
            data = data ?? []
            data?.append(contentsOf: value)
        case Self.event: name = value.isEmpty ? nil : try Self.text(value)
        // The standard ignores an id with a NUL.
        case Self.id where !value.contains(0): id = try Self.text(value)
        default: break
        }
    }

    private static let data = Array("data".utf8)
    private static let event = Array("event".utf8)
    private static let id = Array("id".utf8)

    private static func text(_ bytes: ArraySlice<UInt8>) throws(ServerSentEventParser.Failure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return text
    }
}

extension UInt8 {
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
}
