import Foundation
import Paceline
import PacelineDatabase

extension Workout {
    /// The columns of a workout without its detail. Needs `items`, `workouts`, and the owner's row of `people`.
    static let columns: SQL = """
        items.id, items.owner, workouts.type, workouts.title, workouts.started_at, workouts.ended_at,
        workouts.duration, \(WorkoutMeasures.columns), workouts.is_erg_test, workouts.volume,
        workouts.exercise_count, workouts.is_completed, workouts.source, items.visibility, items.xp,
        workouts.created_at, workouts.updated_at, workouts.rating, items.xp_earned,
        people.shows_workout_details, people.shows_workout_stats
        """

    /// Decodes the ``columns`` as the viewer may see them, with texts as written, and except for ``award``.
    init(_ row: inout Row, seenBy viewer: Person.ID) {
        self = StoredDetails(&row).shown(to: viewer)
    }

    /// Further columns of the viewer's own workouts. Need the ``ownJoin``.
    fileprivate static let ownColumns: SQL = """
        \(SQL.clientID), \(StoredAnomaly.columns), \(StoredAward.columns)
        """
    fileprivate static let ownJoin: SQL = """
        LEFT JOIN anomalies ON anomalies.workout = items.id
        LEFT JOIN awards ON awards.workout = items.id
        """

    /// Decodes the ``columns`` and ``ownColumns`` of a workout of the viewer.
    fileprivate init(own row: inout Row, _ viewer: Person.ID) {
        self.init(&row, seenBy: viewer)
        clientID = row.next()
        let anomaly = StoredAnomaly(&row)
        experience = StoredAward(joined: &row).map { WorkoutExperience($0, anomaly) }
    }
}

/// A workout with all its measures, and what its owner shows of it to others.
private struct StoredDetails {
    /// With the XP that others see, if its owner shows it.
    let workout: Workout
    /// The XP that its owner sees.
    let award: Int
    let isShown: Bool
    let showsStats: Bool

    /// Decodes the columns of ``Workout``.
    init(_ row: inout Row) {
        var workout = Workout(
            id: row.next(), owner: row.next(), type: row.next(), title: row.next(), startedAt: row.next(),
            endedAt: row.next(), duration: row.next(), measures: WorkoutMeasures(&row),
            isErgTest: row.next(), volume: row.next(), exerciseCount: row.next(), isCompleted: row.next(),
            source: row.next(), visibility: row.next(), xpEarned: row.next(), createdAt: row.next(),
            updatedAt: row.next())
        workout.rating = row.next()
        self.workout = workout
        award = row.next()
        isShown = row.next()
        showsStats = row.next()
    }

    /// The workout as the viewer sees it, except for ``Workout/award``.
    func shown(to viewer: Person.ID) -> Workout {
        var shown = isShown || workout.owner == viewer ? workout : workout.withoutDetails
        shown.xpEarned = shownXP
        shown.award = award == shownXP ? nil : award
        return shown
    }

    /// The XP that others see. It would reveal hidden details.
    var shownXP: Int { isShown && showsStats ? workout.xpEarned : 0 }
}

extension ItemContent {
    /// Workouts. Their cards leave out the detail.
    static let workout = ItemContent(
        kind: .workout, join: "JOIN workouts ON workouts.id = items.id", columns: Workout.columns,
        title: "workouts.title", titleRating: "workouts.rating"
    ) { row, viewer, _ in
        .workout(Workout(&row, seenBy: viewer))
    } decodeTitle: { title, _ in
        title
    } detailed: { id, transaction in
        try transaction.connection.workout(Workout.ID(id.uuid)).map {
            .workout(try transaction.shown($0.shown(to: transaction.viewer.id)))
        }
    } delete: { ids, transaction in
        try transaction.delete(
            ids.compactMap { try transaction.connection.workout(Workout.ID($0.uuid)) })
    }
}

/// A workout with its photo's hash and the owner's local day.
struct StoredWorkout {
    /// As its owner sees it, without its ``Workout/clientID``.
    var workout: Workout
    /// Whether others see the details.
    let showsDetails: Bool
    /// The XP that others see.
    var shownXP = 0
    var photo: [UInt8]?
    var day: Day
    /// The id that the owner's client chose; nil if the workout has it.
    var clientID: Workout.ID?
    /// Nil if the workout has not been settled.
    var award: StoredAward?
    /// Nil if the workout is plausible.
    var anomaly: StoredAnomaly?
    /// Whether the workout, which is being published or edited, takes place at the time of another one that was
    /// excluded.
    var overlapsExclusion = false

    var statsContribution: StatsContribution {
        StatsContribution(
            visibility: workout.visibility, type: workout.type, day: day, distance: workout.distance,
            volume: workout.volume, duration: workout.duration, from: workout.startedAt,
            to: workout.endedAt)
    }

    /// What the workout contributes to its owner's totals; nil if it does not count.
    var countedContribution: StatsContribution? {
        award?.isCounted ?? true ? statsContribution : nil
    }

    /// Takes over the settled award.
    mutating func settle(_ award: StoredAward) {
        self.award = award
        workout.xpEarned = award.award
        workout.experience = WorkoutExperience(award, anomaly)
    }

    /// The workout as the viewer may see it, with texts as written.
    func shown(to viewer: Person.ID) -> Workout {
        guard workout.owner != viewer else { return workout }
        var shown = showsDetails ? workout : workout.withoutDetails
        shown.xpEarned = shownXP
        shown.experience = nil
        return shown
    }

    /// The workout, with texts as written, for the viewer, who requested it by this id. Only its owner learns the id
    /// that their client chose.
    func shown(to viewer: Person.ID, requestedAs id: Workout.ID) -> Workout {
        var shown = shown(to: viewer)
        if workout.owner == viewer { shown.clientID = id == workout.id ? clientID : id }
        return shown
    }
}

extension StoredWorkout {
    /// The columns without award and detail. Need `items`, `workouts`, and the owner's row of `people`.
    static let columns: SQL = "\(Workout.columns), workouts.photo, workouts.day, \(SQL.clientID)"

    /// Decodes the ``columns``.
    init(_ row: inout Row) {
        let details = StoredDetails(&row)
        self.init(
            workout: details.workout, showsDetails: details.isShown, shownXP: details.shownXP,
            photo: row.next(), day: row.next(), clientID: row.next())
        workout.xpEarned = details.award
    }
}

extension Connection {
    /// The workout with its detail, regardless of its visibility.
    func workout(_ id: Workout.ID) throws -> StoredWorkout? {
        try workout(where: "items.id = \(id)")
    }

    /// - Parameter condition: selects at most one row of `items`.
    fileprivate func workout(where condition: SQL) throws -> StoredWorkout? {
        let found = try fetchFirst(
            """
            SELECT \(StoredWorkout.columns), workout_details.body, \(StoredAnomaly.columns),
                \(StoredAward.columns)
            FROM items
            JOIN people ON people.id = items.owner
            JOIN workouts ON workouts.id = items.id
            LEFT JOIN workout_details ON workout_details.workout = items.id
            LEFT JOIN anomalies ON anomalies.workout = items.id
            LEFT JOIN awards ON awards.workout = items.id
            WHERE \(condition)
            """
        ) { row in
            (
                stored: StoredWorkout(&row), detail: row.next() as String?, anomaly: StoredAnomaly(&row),
                award: StoredAward(joined: &row)
            )
        }
        guard let found else { return nil }
        var stored = found.stored
        stored.anomaly = found.anomaly
        if let award = found.award { stored.settle(award) }
        stored.workout.detail = try found.detail.map {
            try JSONDecoder().decode(WorkoutDetail.self, from: Data($0.utf8))
        }
        if stored.photo != nil {
            var detail = stored.workout.detail ?? WorkoutDetail()
            detail.photoURL = PictureAddress.photo(of: stored.workout.id)
            stored.workout.detail = detail
        }
        return stored
    }

    /// Inserts the workout without XP, which ``Awards`` settles.
    /// - Returns: the size of its detail, in bytes.
    func insert(_ stored: StoredWorkout) throws -> Int64 {
        let workout = stored.workout
        try send(
            """
            INSERT INTO items (id, kind, owner, at, visibility, category)
            VALUES (\(workout.id), 'workout', \(workout.owner), \(workout.startedAt), \(workout.visibility),
                \(workout.type))
            """)
        try send(
            """
            INSERT INTO workouts (id, type, title, started_at, ended_at, duration, \(WorkoutMeasures.columns),
                is_erg_test, volume, exercise_count, is_completed, source, rating, photo, day, created_at,
                updated_at)
            VALUES (\(workout.id), \(workout.type), \(workout.title), \(workout.startedAt), \(workout.endedAt),
                \(workout.duration), \(workout.measures.values), \(workout.isErgTest), \(workout.volume),
                \(workout.exerciseCount), \(workout.isCompleted), \(workout.source), \(workout.rating),
                \(stored.photo), \(stored.day), \(workout.createdAt), \(workout.updatedAt))
            """)
        return try saveDetail(of: workout)
    }

    /// Updates the workout except for its XP, which ``Awards`` settles.
    /// - Returns: the size of its detail, in bytes.
    func update(_ stored: StoredWorkout) throws -> Int64 {
        let workout = stored.workout
        try send(
            """
            UPDATE items
            SET at = \(workout.startedAt), visibility = \(workout.visibility), category = \(workout.type)
            WHERE id = \(workout.id)
            """)
        try send(
            """
            UPDATE workouts
            SET type = \(workout.type), title = \(workout.title), started_at = \(workout.startedAt),
                ended_at = \(workout.endedAt), duration = \(workout.duration),
                (\(WorkoutMeasures.columns)) = (\(workout.measures.values)),
                is_erg_test = \(workout.isErgTest), volume = \(workout.volume),
                exercise_count = \(workout.exerciseCount), is_completed = \(workout.isCompleted),
                source = \(workout.source), rating = \(workout.rating), photo = \(stored.photo),
                day = \(stored.day), updated_at = \(workout.updatedAt)
            WHERE id = \(workout.id)
            """)
        try send("DELETE FROM workout_details WHERE workout = \(workout.id)")
        return try saveDetail(of: workout)
    }

    private func saveDetail(of workout: Workout) throws -> Int64 {
        guard let detail = workout.storedDetail else { return 0 }
        let body = String(decoding: try JSONEncoder().encode(detail), as: UTF8.self)
        try send("INSERT INTO workout_details (workout, body) VALUES (\(workout.id), \(body))")
        return Int64(body.utf8.count)
    }
}

extension Workout {
    /// The detail without the photo's address, which follows from the photo; nil if nothing is left.
    var storedDetail: WorkoutDetail? {
        guard var detail else { return nil }
        detail.photoURL = nil
        return detail == WorkoutDetail() ? nil : detail
    }
}

extension Transaction {
    /// One statement decides, so that a hidden workout takes no longer than a missing one.
    /// - Parameter id: as the viewer requested it; their client may have chosen it.
    /// - Throws: ``SocialError/Code/workoutNotFound``, also when the viewer may not see the workout.
    func visibleWorkout(_ id: Workout.ID) throws -> StoredWorkout {
        let stored = try connection.workout(
            where: "items.id = \(SQL.requestedItem(id.uuid, by: viewer.id)) AND \(isVisible)")
        guard let stored else { throw SocialError.workoutNotFound }
        return stored
    }

    /// - Parameter id: as the viewer requested it; their client may have chosen it.
    /// - Throws: ``SocialError/Code/workoutNotFound``; ``SocialError/Code/notAllowed`` when the viewer may see the
    ///   workout but does not own it.
    func ownWorkout(_ id: Workout.ID) throws -> StoredWorkout {
        let stored = try visibleWorkout(id)
        guard stored.workout.owner == viewer.id else {
            throw SocialError.workoutOfAnotherPerson
        }
        return stored
    }

    /// Whether the viewer may see an item of the owner with this visibility.
    func sees(_ visibility: ItemVisibility, of owner: Person.ID) throws -> Bool {
        let closeness = try connection.closeness(from: viewer.id, to: owner)
        let audience = Audience.of(try connection.privacyLevel(of: owner))
        return ItemVisibility.allows(closeness: closeness, audience: audience, item: visibility)
    }

    /// The viewer's own workouts among these.
    func workouts(_ ids: [Workout.ID]) throws -> [Workout.ID: Workout] {
        guard !ids.isEmpty else { return [:] }
        let rows = try connection.fetch(
            """
            SELECT \(Workout.columns), \(Workout.ownColumns)
            FROM items
            JOIN people ON people.id = items.owner
            JOIN workouts ON workouts.id = items.id
            \(Workout.ownJoin)
            WHERE items.id IN \(list: Set(ids)) AND items.owner = \(viewer.id)
            """
        ) { Workout(own: &$0, viewer.id) }
        return Dictionary(uniqueKeysWithValues: try shown(rows).map { ($0.id, $0) })
    }

    /// The owner's workouts that the viewer may see, newest first.
    func workouts(of owner: Person.ID, _ page: PageRequest) throws -> Page<Workout> {
        let limit = try limit(of: page)
        let list = "workouts|\(owner)"
        let start = try start(of: page, in: list)
        let isOwn = owner == viewer.id
        let rows = try connection.fetch(
            """
            SELECT \(Workout.columns) \(isOwn ? ", \(Workout.ownColumns)" : .empty)
            FROM items
            JOIN people ON people.id = items.owner
            JOIN workouts ON workouts.id = items.id
            \(isOwn ? Workout.ownJoin : .empty)
            WHERE items.owner = \(owner)
                AND items.kind = 'workout'
                AND \(isVisible)
                \(SQL.isBefore(start, "items.at", "items.id"))
            ORDER BY items.at DESC, items.id DESC
            LIMIT \(limit + 1)
            """
        ) { row in isOwn ? Workout(own: &row, viewer.id) : Workout(&row, seenBy: viewer.id) }
        return self.page(of: try shown(rows), limit, in: list) {
            Position(at: $0.startedAt, id: $0.id.uuid)
        }
    }
}
