import NIOCore
import Paceline

/// The body of a request, or its beginning.
public struct ReceivedBody: Sendable {
    /// The part of the body that is in memory.
    public internal(set) var bytes: [UInt8] = []
    /// The size of the whole body.
    public internal(set) var byteCount = 0
    /// Why the request can't be processed, so that only the beginning is kept; nil if it can.
    public internal(set) var refusal: SocialError?

    /// Whether only the beginning is kept.
    public var isCut: Bool { byteCount > bytes.count }

    /// The beginning, without the rest of the memory.
    public func prefix(_ length: Int) -> ReceivedBody {
        var beginning = self
        beginning.bytes = Array(bytes.prefix(length))
        return beginning
    }
}

/// A body while it is being received.
struct BodyReception {
    private(set) var received = ReceivedBody()
    private let held: HeldBody
    /// How many bytes may be kept.
    private var most: Int
    /// How many to keep if the request can't be processed; nil to throw then.
    private let least: Int?

    init(_ held: HeldBody, keeping most: Int, orAtLeast least: Int?) {
        self.held = held
        self.most = most
        self.least = least
    }

    /// Announces the size that the body will have.
    /// - Throws: ``SocialError/Code/busy`` if too little of it could be kept.
    mutating func expect(_ count: Int) throws {
        do {
            try held.expect(min(count, most))
        } catch {
            try keepLess(after: error)
        }
        received.bytes.reserveCapacity(min(count, most))
    }

    /// Adds bytes that have arrived.
    /// - Throws: ``SocialError/Code/busy`` if too little of them can be kept, or `CancellationError` if the request has
    ///   been answered.
    mutating func add(_ part: ByteBufferView) throws {
        received.byteCount += part.count
        do {
            try keep(part)
        } catch {
            try keepLess(after: error)
            try keep(part)
        }
    }

    /// Refuses a body that has arrived.
    /// - Throws: the error, unless the beginning is enough.
    mutating func refuse(after error: any Error) throws {
        if received.refusal == nil { try keepLess(after: error) }
    }

    private mutating func keep(_ part: ByteBufferView) throws {
        let kept = part.prefix(most - received.bytes.count)
        guard !kept.isEmpty else { return }
        try held.add(kept.count)
        received.bytes += kept
    }

    private mutating func keepLess(after error: any Error) throws {
        guard let least, received.refusal == nil, let refusal = error as? SocialError else { throw error }
        received.refusal = refusal
        most = min(most, least)
        received = received.prefix(most)
        held.reduce(to: received.bytes.count)
    }
}
