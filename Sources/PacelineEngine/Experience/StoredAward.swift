import Foundation
import Paceline
import PacelineDatabase

/// What a workout is worth and earned, and the values from which that is calculated: a row of `awards`.
///
/// It keeps the start, end and measures itself, since edits change a settled workout's award only within limits. Its
/// time contains that of the workout, apart from some minutes, so that what counts on boards cannot escape the rule of
/// duplicates.
struct StoredAward: Sendable, Equatable {
    let workout: Workout.ID
    let owner: Person.ID
    /// The day on which it is settled: that of its start, or of a workout that it overlaps. See ``SettlementPlace``.
    var day: Day
    /// When the workout was first published.
    let publishedAt: Date
    var startedAt: Date
    var endedAt: Date
    var type: WorkoutType
    var millimetres: Int64
    var milliseconds: Int64
    var grams: Int64
    var centibeats: Int64
    var visibility: ItemVisibility
    var status: AwardStatus
    var eligibility: Eligibility
    /// XP, before the limits of the day.
    var worth: Int
    /// XP.
    var award: Int
    var reason: AwardReason?
    /// The number of the ``ExperiencePolicy``.
    let policy: Int
    /// The identifier of the owner's time zone at the start, or, for a workout from before changes of it were recorded,
    /// at the first publication. It determines the day of the start: see ``TimeZoneHistory``.
    var zone: String
    /// Whether it overlaps workouts that more people see, and that are settled on several days. It then earns nothing.
    var bridgesDays = false
    /// Whether others of its day hold it.
    var speedOfDay = SpeedOfDay.plausible
}

extension StoredAward {
    /// The award of a workout that has not been settled.
    /// - Parameters:
    ///   - workout: as its owner sees it.
    ///   - zones: the owner's.
    init(of workout: Workout, in zones: TimeZoneHistory) {
        let effort = ExperiencePolicy.Effort(workout)
        let policy = ExperiencePolicy.current
        self.init(
            workout: workout.id, owner: workout.owner, day: zones.awardDay(of: workout.startedAt),
            publishedAt: workout.createdAt, startedAt: workout.startedAt, endedAt: workout.endedAt,
            type: effort.type, millimetres: effort.millimetres, milliseconds: effort.milliseconds,
            grams: effort.grams, centibeats: effort.centibeats, visibility: workout.visibility,
            status: .counted,
            eligibility: Eligibility(
                endedAt: workout.endedAt, publishedAt: workout.createdAt, isCompleted: workout.isCompleted),
            worth: policy.worth(of: effort), award: 0, reason: nil, policy: policy.number,
            zone: zones.zone(at: workout.startedAt))
    }

    /// Holds the award if its workout exceeds a limit by itself, or releases a held one that does not. One that
    /// moderators have excluded stays so. Settling its day may hold it again.
    /// - Parameters:
    ///   - workout: as its owner sees it.
    ///   - overlapsExclusion: whether it takes place at the time of another one that was excluded.
    ///   - holds: whether the community holds workouts.
    mutating func judge(_ workout: Workout, overlapsExclusion: Bool, holds: Bool) {
        releaseFromDay()
        speedOfDay = .plausible
        guard status != .excluded else { return }
        if holds, overlapsExclusion || !limitsExceeded(by: workout).isEmpty {
            status = .held
        } else if status == .held {
            status = .counted
        }
    }

    /// The limits that the award's workout exceeds by itself. One that was moved to a time at which it would not have
    /// been late has the limits of recent ones: otherwise old entries could be moved onto the boards of today.
    func limitsExceeded(by workout: Workout) -> [PlausibilityLimit] {
        let isOld = !ExperienceLimits.allowsRaise(endedAt: workout.endedAt, editedAt: publishedAt)
        return (ExperiencePolicy.numbered(policy) ?? .current)
            .limitsExceeded(by: workout, isLate: eligibility == .late && isOld)
    }

    /// The XP that others see: what did not compete has none.
    var shownWorth: Int {
        guard !status.isWithheld else { return 0 }
        return switch eligibility {
        case .late, .future: 0
        case .eligible, .incomplete: worth
        }
    }

    /// Whether the workout counts in totals. A future one has not taken place: it counts after an edit has made it late.
    var isCounted: Bool { status == .counted && eligibility != .future }

    /// Whether the workout can be a duplicate, or have duplicates. With a future one as its original, a recording would
    /// count nowhere.
    var takesPartInDuplicateRule: Bool {
        !statusAlone.isWithheld && eligibility != .future && elapsedMilliseconds >= 0
    }

    /// Whether the workout counts its active time only: see ``DuplicateRule``.
    var isLongerThanADay: Bool { elapsedMilliseconds > Int64(DuplicateRule.dayLength * 1_000) }

    /// Whether the workout competes for the XP of its day. A duplicate of more than a day does not: it may be that of
    /// several others, on other days.
    var competes: Bool {
        eligibility == .eligible && !status.isWithheld && !bridgesDays
            && (status == .counted || !isLongerThanADay)
    }

    /// Whether workouts that overlap it compete on the same day: see ``SettlementPlace``.
    var hasSettlementPlace: Bool {
        eligibility == .eligible && takesPartInDuplicateRule && !isLongerThanADay && worth > 0
    }

    /// From start to end.
    var elapsedMilliseconds: Int64 { endedAt.milliseconds - startedAt.milliseconds }

    var recording: DuplicateRule.Recording {
        DuplicateRule.Recording(
            id: workout, startedAt: startedAt, endedAt: endedAt, duration: Double(milliseconds) / 1_000,
            publishedAt: publishedAt, visibility: visibility)
    }

    /// - Parameter original: the workout of which it is a duplicate.
    func candidate(original: Workout.ID?) -> SettlementCandidate {
        SettlementCandidate(
            id: workout, startedAt: startedAt, endedAt: endedAt, publishedAt: publishedAt, worth: worth,
            original: original)
    }
}

extension WorkoutExperience {
    init(_ award: StoredAward, _ anomaly: StoredAnomaly? = nil) {
        self.init(
            worth: award.worth, award: award.award, reason: award.reason, status: award.status,
            policy: award.policy, review: anomaly?.review)
    }
}

// MARK: - Rows

extension StoredAward {
    static let columns: SQL = """
        awards.workout, awards.owner, awards.day, awards.created_at, awards.started_at, awards.ended_at,
        awards.type, awards.millimetres, awards.milliseconds, awards.grams, awards.centibeats,
        awards.visibility, awards.status, awards.eligibility, awards.worth, awards.award, awards.reason,
        awards.policy, awards.zone, awards.bridges_days, awards.speed_of_day
        """

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        self.init(workout: row.next(), &row)
    }

    /// Decodes the ``columns`` of an outer join, as the last ones of the row.
    /// - Returns: nil if no row was joined.
    init?(joined row: inout Row) {
        guard let workout = row.next() as Workout.ID? else { return nil }
        self.init(workout: workout, &row)
    }

    private init(workout: Workout.ID, _ row: inout Row) {
        self.init(
            workout: workout, owner: row.next(), day: row.next(), publishedAt: row.next(),
            startedAt: row.next(), endedAt: row.next(), type: row.next(), millimetres: row.next(),
            milliseconds: row.next(), grams: row.next(), centibeats: row.next(), visibility: row.next(),
            status: row.next(), eligibility: row.next(), worth: row.next(), award: row.next(),
            reason: row.next(), policy: row.next(), zone: row.next(), bridgesDays: row.next(),
            speedOfDay: row.next())
    }
}

extension [StoredAward] {
    /// The rows to insert, in the order of the columns that ``Connection/insert(_:)`` lists.
    fileprivate var rows: SQLRows {
        SQLRows(self) { award in
            (
                award.owner, award.day, award.workout, award.publishedAt, award.startedAt, award.endedAt,
                award.type, award.millimetres, award.milliseconds, award.grams, award.centibeats,
                award.visibility, award.status, award.eligibility, award.worth, award.award,
                award.reason?.sqlValue ?? .null, award.policy, award.zone, award.bridgesDays, award.speedOfDay
            )
        }
    }
}

extension Connection {
    func insert(_ awards: [StoredAward]) throws {
        try send(
            """
            INSERT INTO awards (owner, day, workout, created_at, started_at, ended_at, type, millimetres,
                milliseconds, grams, centibeats, visibility, status, eligibility, worth, award, reason, policy,
                zone, bridges_days, speed_of_day)
            """, rows: awards.rows)
    }

    func update(_ award: StoredAward) throws {
        try send(
            """
            UPDATE awards
            SET day = \(award.day), started_at = \(award.startedAt), ended_at = \(award.endedAt),
                type = \(award.type), millimetres = \(award.millimetres), milliseconds = \(award.milliseconds),
                grams = \(award.grams), centibeats = \(award.centibeats), visibility = \(award.visibility),
                status = \(award.status), eligibility = \(award.eligibility), worth = \(award.worth),
                award = \(award.award), reason = \(award.reason), zone = \(award.zone),
                bridges_days = \(award.bridgesDays), speed_of_day = \(award.speedOfDay)
            WHERE workout = \(award.workout)
            """)
    }

    /// The person's awards that start within the span, that are settled on its days (a duplicate of a workout of more
    /// than a day may start weeks after the day of its original), or that last more than a day, started earlier and end
    /// within the span or later. Indexes: `awards_by_start`, and the primary key.
    func awardsLater(of owner: Person.ID, startingIn span: ClosedRange<Date>) throws -> Deferred<
        [StoredAward]
    > {
        let (first, last) = (Day(of: span.lowerBound, in: .gmt), Day(of: span.upperBound, in: .gmt))
        let earliest = span.lowerBound.addingTimeInterval(-DuplicateRule.longest)
        let dayLength = Int64(DuplicateRule.dayLength * 1_000)
        return try fetchAllLater(
            """
            SELECT \(StoredAward.columns)
            FROM awards
            WHERE awards.owner = \(owner)
                AND awards.started_at BETWEEN \(span.lowerBound) AND \(span.upperBound)
            UNION ALL
            SELECT \(StoredAward.columns)
            FROM awards
            WHERE awards.owner = \(owner) AND awards.day BETWEEN \(first) AND \(last)
                AND (awards.started_at < \(span.lowerBound) OR awards.started_at > \(span.upperBound))
            UNION ALL
            SELECT \(StoredAward.columns)
            FROM awards
            WHERE awards.owner = \(owner) AND awards.started_at >= \(earliest)
                AND awards.started_at < \(span.lowerBound) AND awards.ended_at >= \(span.lowerBound)
                AND awards.ended_at - awards.started_at > \(dayLength)
                AND (awards.day < \(first) OR awards.day > \(last))
            """
        ) { StoredAward(&$0) }
    }
}

extension AwardStatus: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .integer(Int64(number)) }
    public static var placeholder: AwardStatus { .counted }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> AwardStatus {
        try decode(row, at: column, as: "a status of an award") { AwardStatus(number: $0) }
    }
}

extension AwardReason: SQLConvertible, SQLDecodable {
    public var sqlValue: SQLValue { .integer(Int64(number)) }
    public static var placeholder: AwardReason { .cooldown }
    public static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> AwardReason {
        try decode(row, at: column, as: "a reason of an award") { AwardReason(number: $0) }
    }
}

extension Eligibility: SQLConvertible, SQLDecodable {
    package var sqlValue: SQLValue { .integer(Int64(rawValue)) }
    package static var placeholder: Eligibility { .eligible }
    package static func decode(_ row: any RowColumns, at column: Int) throws(DatabaseError) -> Eligibility {
        try decode(row, at: column, as: "an eligibility") { Eligibility(rawValue: $0) }
    }
}

extension SQLDecodable {
    /// Decodes a value that is stored as a number.
    static func decode(
        _ row: any RowColumns, at column: Int, as expected: String, _ value: (Int) -> Self?
    ) throws(DatabaseError) -> Self {
        let number = try row.integer(at: column)
        guard let decoded = Int(exactly: number).flatMap(value) else {
            throw .decoding(column: column, expected: expected, found: String(number))
        }
        return decoded
    }
}
