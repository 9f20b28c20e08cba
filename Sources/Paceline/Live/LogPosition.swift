/// A position in the event log. A reader at a position has seen every event up to it and none after it.
///
/// Its text, such as `0-1024-k3x9m2ab`, is the `id` of an event on the stream. Send it as `Last-Event-ID` to resume
/// after that event.
///
/// ```swift
/// let position = saved.flatMap { LogPosition($0) }
/// for try await event in session.events(after: position, watching: []) {
///     saved = event.position.description
/// }
/// ```
public struct LogPosition: Sendable, Hashable {
    /// The transaction's number on PostgreSQL, where transactions commit in a different order than they begin; 0 on
    /// SQLite.
    public var transaction: Int64
    /// The event's sequence number.
    public var sequence: Int64
    /// The log's epoch: 1 to 16 lower-case letters and digits. Restoring a community from a backup starts a new epoch.
    /// Nil means the first epoch.
    public var epoch: String?

    /// The position before the first event.
    public static let start = LogPosition(transaction: 0, sequence: 0)

    public init(transaction: Int64, sequence: Int64, epoch: String? = nil) {
        self.transaction = transaction
        self.sequence = sequence
        self.epoch = epoch
    }
}

extension LogPosition: Comparable {
    /// Orders positions of the same epoch. Across epochs, the order has no meaning.
    public static func < (left: LogPosition, right: LogPosition) -> Bool {
        (left.transaction, left.sequence, left.epoch ?? "") < (
            right.transaction, right.sequence, right.epoch ?? ""
        )
    }
}

extension LogPosition: LosslessStringConvertible {
    public init?(_ description: String) {
        let parts = description.split(
            separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2,
            parts.prefix(2).allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let transaction = Int64(parts[0]), let sequence = Int64(parts[1])
        else { return nil }
        let epoch = parts.count > 2 ? String(parts[2]) : nil
        guard epoch.map(Self.isEpoch) ?? true else { return nil }
        self.init(transaction: transaction, sequence: sequence, epoch: epoch)
    }

    public var description: String {
        "\(transaction)-\(sequence)" + (epoch.map { "-\($0)" } ?? "")
    }

    private static func isEpoch(_ text: String) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    }
}
