/// A place in the log of what happened: whoever stands there has seen everything up to it, and nothing after it.
///
/// Its text, such as `0-1024-k3x9m2ab`, is the id of an event on the stream, and what a stream is taken up again with.
public struct LogPosition: Sendable, Hashable {
    /// Where the transaction stands among all, on a database whose transactions end in another order than they began;
    /// 0 on others.
    public var transaction: Int64
    /// Counts what happened.
    public var sequence: Int64
    /// What the log is called: 1 to 16 lower-case letters and digits. A community that was restored from a copy has
    /// another one from there on. Nil in places that were given out before logs had names.
    public var epoch: String?

    /// Before everything.
    public static let start = LogPosition(transaction: 0, sequence: 0)

    public init(transaction: Int64, sequence: Int64, epoch: String? = nil) {
        self.transaction = transaction
        self.sequence = sequence
        self.epoch = epoch
    }
}

extension LogPosition: Comparable {
    /// The order is that of the log. Positions of logs that have parted cannot be compared in earnest.
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
