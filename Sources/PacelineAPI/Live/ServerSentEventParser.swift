/// Reads Server-Sent Events from bytes that come in parts of any size, cut anywhere.
///
/// Lines end with CR, LF or both; a byte order mark at the very start, comments and unknown fields are passed over, as
/// the HTML standard says. What is cut off at the end of a stream is no event.
public struct ServerSentEventParser: Sendable {
    /// What no sender that means well sends.
    public enum Failure: Error, Sendable, Equatable {
        /// A message is longer than is taken.
        case tooLong(limit: Int)
        /// A message is not UTF-8.
        case notText
    }

    /// How many bytes one message may have.
    public let limit: Int
    private var line: [UInt8] = []
    private var message = Message()
    private var isAtStart = true
    /// Whether the last byte was a CR, with which an LF is one line break.
    private var endedWithReturn = false

    /// - Parameter limit: bytes of one message; more than any item with its comment has.
    public init(limit: Int = 1_024 * 1_024) {
        self.limit = limit
    }

    /// Takes the next bytes.
    /// - Returns: the messages that end in them.
    /// - Throws: ``Failure``, after which the rest of the stream has no meaning.
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

    /// - Returns: the message that the line ends, if it is empty and there is one.
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

/// The fields of a message that has not come to its end.
private struct Message: Sendable {
    private var id: String?
    private var name: String?
    private var data: [UInt8]?

    /// How many bytes are kept of it.
    var length: Int { (data?.count ?? 0) + (name?.utf8.count ?? 0) + (id?.utf8.count ?? 0) }

    /// Nil when there is nothing that anybody would have to know.
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
        // An id that holds a NUL is none.
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
