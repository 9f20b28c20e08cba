import Foundation

/// Identifies the state of a resource that was read, for optimistic locking. HTTP carries it as `ETag` and `If-Match`.
///
/// Pass it to an update to prevent overwriting a change made on another device:
///
/// ```swift
/// _ = try await session.update(AccountChanges(bio: "Rows."), ifMatch: account.version)
/// ```
public struct Version: Hashable, Sendable, LosslessStringConvertible {
    /// The time of the last change, in milliseconds since 1970. Increases with every change.
    public let number: Int64

    public init(number: Int64) {
        self.number = number
    }

    /// The version of a resource that last changed at `instant`.
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
    /// The version to pass as `ifMatch`, so that an edit fails if another device changed the object.
    ///
    /// A workout with hidden details, or with masked texts, has a different version, so that caches keep them apart.
    public var version: Version {
        if variant != 0 {
            let shown = Int64(variant) << 1 | (hidesDetails ? 1 : 0)
            return Version(number: -(updatedAt.milliseconds << 17 | shown))
        }
        return hidesDetails ? Version(number: -updatedAt.milliseconds) : Version(changedAt: updatedAt)
    }
}

extension Comment {
    /// The version to pass as `ifMatch`, so that an edit fails if another device changed the object.
    public var version: Version { Version(changedAt: editedAt ?? createdAt) }
}

extension Account {
    /// The version to pass as `ifMatch`, so that an update fails if another device changed the account.
    public var version: Version { Version(changedAt: updatedAt) }
}
