import Foundation

/// The storage that a person's pictures and the details of their workouts use, and how much they may use.
///
/// A picture counts in full each time it is used: a photo of two workouts counts twice. Details are intervals, sets and
/// notes.
///
/// ```swift
/// let storage = try await session.storage()
/// if let free = storage.freeBytes, free < photo.count { offerToDeletePhotos() }
/// ```
public struct StorageUse: Sendable, Equatable, Codable {
    /// The used storage, in bytes.
    public var usedBytes: Int64
    /// The most that may be used, in bytes; nil if there is no limit, as in an app's own community.
    public var limitBytes: Int64?
    /// The limit after the first week, in bytes; nil if it does not change or there will be none.
    public var nextLimitBytes: Int64?
    /// When the limit changes, a week after signing up; nil if it does not.
    public var nextLimitAt: Date?

    public init(
        usedBytes: Int64, limitBytes: Int64? = nil, nextLimitBytes: Int64? = nil, nextLimitAt: Date? = nil
    ) {
        self.usedBytes = usedBytes
        self.limitBytes = limitBytes
        self.nextLimitBytes = nextLimitBytes
        self.nextLimitAt = nextLimitAt
    }

    /// The storage that is left, in bytes, 0 or more; nil if there is no limit.
    public var freeBytes: Int64? { limitBytes.map { max(0, $0 - usedBytes) } }
}
