import Foundation

/// Which state of something a caller has seen: what an `ETag` holds and `If-Match` sends back.
public struct Version: Hashable, Sendable, LosslessStringConvertible {
    public let number: Int64

    public init(number: Int64) {
        self.number = number
    }

    /// The version that something changed at the instant has.
    public init(changedAt instant: Date) {
        number = instant.milliseconds
    }

    public init?(_ description: String) {
        guard let number = Int64(description) else { return nil }
        self.number = number
    }

    public var description: String { String(number) }
}

extension Workout {
    public var version: Version { Version(changedAt: updatedAt) }
}

extension Comment {
    public var version: Version { Version(changedAt: editedAt ?? createdAt) }
}

extension Account {
    public var version: Version { Version(changedAt: updatedAt) }
}
