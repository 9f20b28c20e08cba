import Foundation
import Paceline

/// A position in the change feed: the contents of a ``ChangeToken``.
struct ChangeCursor: Equatable {
    var position: LogPosition
    /// The last returned change at the position, since one event can change several objects.
    var kind: String
    var subject: UUID
    /// The time up to which all changes have been returned. The token expires by it.
    let since: Date

    /// After all changes at the position.
    init(after position: LogPosition, since: Date) {
        self.position = position
        kind = Self.last
        subject = .zero
        self.since = since
    }

    /// Sorts after the name of every kind.
    private static let last = "~"
}

extension ChangeCursor {
    init?(bytes: [UInt8]) {
        guard bytes.count > 40 else { return nil }
        let numbers = [0, 8, 16].map { start in
            bytes[start..<start + 8].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
        since = Date(milliseconds: numbers[2])
        subject = bytes.withUnsafeBytes {
            UUID(uuid: $0.loadUnaligned(fromByteOffset: 24, as: uuid_t.self))
        }
        let words = bytes[40...].split(separator: Self.separator, maxSplits: 1).map {
            String(decoding: $0, as: UTF8.self)
        }
        kind = words[0]
        let epoch = words.count > 1 ? words[1] : nil
        position = LogPosition(transaction: numbers[0], sequence: numbers[1], epoch: epoch)
    }

    var bytes: [UInt8] {
        [position.transaction, position.sequence, since.milliseconds].flatMap {
            withUnsafeBytes(of: $0.bigEndian, Array.init)
        } + withUnsafeBytes(of: subject.uuid, Array.init) + Array(kind.utf8)
            + (position.epoch.map { [Self.separator] + Array($0.utf8) } ?? [])
    }

    /// Separates the kind from the epoch. Older tokens have no epoch and end with the kind.
    private static let separator = UInt8(ascii: "/")

    /// Whether deletions since then may have been purged.
    func isExpired(at now: Date) -> Bool {
        now.timeIntervalSince(since) > Double(ChangeToken.lifetimeInDays) * 86_400
    }
}
