import Foundation
import Paceline

/// How much each person may store and do; nil means without a limit.
///
/// ```swift
/// var environment = EngineEnvironment()
/// environment.quotas.storage = 5_000_000_000
/// ```
public struct Quotas: Sendable, Equatable {
    /// The storage of a person in the week after signing up, in bytes.
    public var firstWeekStorage: Int64? = 200_000_000
    /// The storage of a person after the first week, in bytes.
    public var storage: Int64? = 1_000_000_000
    /// No picture and no detail of a workout is accepted while the disk has less free space, in bytes. Applies only to
    /// a SQLite file: the disk of a PostgreSQL server is not known.
    public var freeDisk: Int64 = 1_000_000_000
    /// The comments of a person within an hour.
    public var commentsPerHour: Int? = 300
    /// The workouts that a person may publish for the first time within a day. More than decades of training have, so
    /// that a history can be imported at once. With less than ``IdentifiedDraft/batchLimit``, whole batches never fit.
    public var workoutsPerDay: Int? = 20_000
    /// The requests of a person that may wait for an answer at a time.
    public var waitingRequests: Int? = 500
    /// The accounts that one address may create within a day by signing in with devices.
    public var deviceAccountsPerDay: Int? = 100

    public init() {}

    /// No limits, for an app's own community.
    public static let none: Quotas = {
        var quotas = Quotas()
        quotas.firstWeekStorage = nil
        quotas.storage = nil
        quotas.freeDisk = 0
        quotas.commentsPerHour = nil
        quotas.workoutsPerDay = nil
        quotas.waitingRequests = nil
        quotas.deviceAccountsPerDay = nil
        return quotas
    }()
}

extension Quotas {
    /// The time after signing up in which ``firstWeekStorage`` applies, in seconds.
    static let firstWeek: TimeInterval = 7 * 86_400

    /// The storage of a person who signed up at the instant and uses this many bytes.
    func storageUse(of bytes: Int64, signedUpAt start: Date, at now: Date) -> StorageUse {
        let weekEnd = start.addingTimeInterval(Self.firstWeek)
        guard now < weekEnd, firstWeekStorage != storage else {
            return StorageUse(usedBytes: bytes, limitBytes: storage)
        }
        return StorageUse(
            usedBytes: bytes, limitBytes: firstWeekStorage, nextLimitBytes: storage, nextLimitAt: weekEnd)
    }
}
