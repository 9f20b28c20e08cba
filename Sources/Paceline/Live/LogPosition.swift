/// A place in the log of what happened: whoever stands there has seen everything up to it, and nothing after it.
///
/// Its text, such as `0-1024`, is the id of an event on the stream, and what a stream is taken up again with.
public struct LogPosition: Sendable, Hashable {
    /// Where the transaction stands among all, on a database whose transactions end in another order than they began;
    /// 0 on others.
    public var transaction: Int64
    /// Counts what happened.
    public var sequence: Int64

    /// Before everything.
    public static let start = LogPosition(transaction: 0, sequence: 0)

    public init(transaction: Int64, sequence: Int64) {
        self.transaction = transaction
        self.sequence = sequence
    }
}

extension LogPosition: Comparable {
    public static func < (left: LogPosition, right: LogPosition) -> Bool {
        (left.transaction, left.sequence) < (right.transaction, right.sequence)
    }
}

extension LogPosition: LosslessStringConvertible {
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let transaction = Int64(parts[0]), let sequence = Int64(parts[1])
        else { return nil }
        self.init(transaction: transaction, sequence: sequence)
    }

    public var description: String { "\(transaction)-\(sequence)" }
}
