import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func publish(
        _ draft: WorkoutDraft, as id: Workout.ID, ifMatch version: Version?
    ) async throws -> PublishedWorkout {
        let draft = try draft.checked(now: engine.environment.now())
        // A command that waits for room would hold up later ones for up to a day.
        let isCommand = command != nil
        return try await write { transaction in
            try transaction.publish(draft, as: id, ifMatch: version) {
                do {
                    try transaction.countNewWorkouts(1)
                } catch let error as SocialError where isCommand && error.code == .rateLimited {
                    throw SocialError(.quotaExceeded, error.message)
                }
            }
        }
    }

    public func edit(
        _ id: Workout.ID, _ changes: WorkoutChanges, ifMatch version: Version?
    ) async throws -> PublishedWorkout {
        try await write { try $0.edit(id, changes, ifMatch: version) }
    }

    public func publish(_ drafts: [IdentifiedDraft]) async throws -> [BatchResult] {
        guard (1...IdentifiedDraft.batchLimit).contains(drafts.count) else {
            throw SocialError(
                .invalidValue, "A batch must contain 1 to \(IdentifiedDraft.batchLimit) workouts.",
                field: "workouts"
            )
        }
        let now = engine.environment.now()
        let checked = drafts.map { identified in
            (
                id: identified.id, formerID: identified.formerID,
                draft: Result { () throws(SocialError) in try identified.draft.checked(now: now) }
            )
        }
        // A client sends the whole batch again later. A command would hold up later ones, so its rows are rejected.
        let isCommand = command != nil
        do {
            return try await write(inParts: true) { transaction in
                var room = try transaction.roomForNewWorkouts()
                let results = try checked.map { identified in
                    let published = try transaction.attempt {
                        try transaction.publish(
                            try identified.draft.get(), as: identified.id, formerly: identified.formerID,
                            ifMatch: nil
                        ) {
                            guard let room, room.left == 0 else { return }
                            let error = try transaction.connection.refusal(of: room.use, at: transaction.now)
                            throw isCommand ? error : BatchWithoutRoom(error: error)
                        }
                    }
                    let result = BatchResult(published, of: identified.id)
                    if result.status == .created { room?.left -= 1 }
                    return result
                }
                try transaction.countNewWorkouts(results.count { $0.status == .created })
                return results
            }
        } catch let refusal as BatchWithoutRoom {
            throw refusal.error
        }
    }

    public func workout(_ id: Workout.ID) async throws -> Workout {
        try await read { try $0.shown($0.visibleWorkout(id).shown(to: viewer, requestedAs: id)) }
    }

    public func workouts(of person: PersonReference, _ page: PageRequest) async throws -> Page<Workout> {
        try await read { try $0.workouts(of: try $0.resolve(person), page) }
    }

    public func deleteWorkout(_ id: Workout.ID) async throws {
        try await write { try $0.delete([$0.ownWorkout(id)]) }
    }
}

extension Transaction {
    /// Deletes workouts of the viewer and everything that depends on them.
    func delete(_ workouts: [StoredWorkout]) throws {
        guard !workouts.isEmpty else { return }
        let ids = workouts.map(\.workout.id)
        try reserve(ids.map(\.uuid))
        let lost = try Achievements(self).evidence(
            in: Dictionary(uniqueKeysWithValues: workouts.map { ($0.workout.id, $0.workout.visibility) }))
        try retractNotifications(where: "item IN \(list: ids)")
        let detailed = workouts.filter { $0.workout.storedDetail != nil }
        let freed = try connection.detailSize(of: detailed.map(\.workout.id))
        try connection.send("DELETE FROM items WHERE id IN \(list: ids)")
        try Storage(self).countDetails(-freed)
        let photos = workouts.compactMap(\.photo)
        try Storage(self).release(photos)
        for photo in Set(photos) { try connection.deleteImageIfUnused(photo) }
        try apply(workouts.map(ItemChange.deleted), losing: lost)
    }

    /// Creates or replaces a workout of the viewer.
    /// - Parameters:
    ///   - id: chosen by the viewer's client.
    ///   - former: an id that an earlier version of the client chose for the same workout. If the viewer has a workout
    ///     with it, it is replaced, and has both ids from now on.
    ///   - expectRoom: throws, if it is new, but has no room in the day's quota. A batch counts its new ones together.
    func publish(
        _ draft: WorkoutDraft, as id: Workout.ID, formerly former: Workout.ID? = nil,
        ifMatch version: Version?, expectingRoom expectRoom: () throws -> Void
    ) throws -> PublishedWorkout {
        let clientID = try clientID(id)
        if let old = try ownWorkout(clientID) {
            try version?.check(against: old.workout.version)
            return try replace(old, by: draft, sentAs: id)
        }
        guard version == nil else { throw SocialError.workoutNotFound }
        if let former, let old = try ownWorkout(self.clientID(former)) {
            try addClientID(id, to: old.workout.id)
            return try replace(old, by: draft, sentAs: id)
        }
        try expectRoom()
        return try create(draft, as: id, isFree: clientID == .free)
    }

    /// Changes some fields of a workout of the viewer.
    /// - Parameter id: the workout's, or one that the viewer's client chose.
    fileprivate func edit(
        _ id: Workout.ID, _ changes: WorkoutChanges, ifMatch version: Version?
    ) throws -> PublishedWorkout {
        let old = try ownWorkout(id)
        try version?.check(against: old.workout.version)
        return try replace(old, by: try changes.applied(to: old.workout).checked(now: now), sentAs: id)
    }

    /// - Throws: ``SocialError/Code/rateLimited`` after too many new ones in a day.
    func countNewWorkouts(_ count: Int) throws {
        guard let use = newWorkouts else { return }
        try connection.add(use, count, at: now)
    }

    /// How many more the viewer can publish within the day; nil for any number.
    fileprivate func roomForNewWorkouts() throws -> (use: CountedUse, left: Int)? {
        try newWorkouts.map { ($0, try connection.room(for: $0, at: now)) }
    }

    private var newWorkouts: CountedUse? {
        environment.quotas.workoutsPerDay.map { .newWorkout(by: viewer.id, limit: $0) }
    }

    private func ownWorkout(_ found: ClientIDLookup) throws -> StoredWorkout? {
        guard case .own(let item) = found else { return nil }
        return try connection.workout(Workout.ID(item.uuid))
    }

    /// - Parameter isFree: whether the workout can have the id. Otherwise it gets another one, and the viewer may
    ///   request it by both.
    private func create(
        _ draft: WorkoutDraft, as clientID: Workout.ID, isFree: Bool
    ) throws -> PublishedWorkout {
        let id = isFree ? clientID : Workout.ID.new(at: now, using: environment.random)
        var workout = Workout(
            draft, id: id, owner: viewer.id, visibility: try visibility(of: draft), createdAt: now,
            updatedAt: now)
        let overlapsExclusion = try connection.overlapsExclusionLater(workout, isExcluded: false)
        let zones = try connection.timeZonesLater(of: viewer.id).get()
        workout.rating = try rating(of: workout.texts)
        var stored = StoredWorkout(
            workout: workout, showsDetails: try !viewer.hidesDetails, photo: nil,
            day: zones.day(of: draft.startedAt), award: StoredAward(of: workout, in: zones))
        stored.overlapsExclusion = try overlapsExclusion.get()
        judge(&stored)
        try Storage(self).countDetails(connection.insert(stored))
        if workout.rating.isHeld { try connection.hold(.workout, id.uuid, of: viewer.id, at: now) }
        if !isFree { try addClientID(clientID, to: id) }
        stored.takeOver(try apply([.created(stored)], in: zones))
        return PublishedWorkout(
            workout: try shown(stored.shown(to: viewer.id, requestedAs: clientID)), status: .created)
    }

    /// - Parameter clientID: the id under which the viewer sent the draft.
    private func replace(
        _ old: StoredWorkout, by draft: WorkoutDraft, sentAs clientID: Workout.ID
    ) throws -> PublishedWorkout {
        if let visibility = draft.visibility {
            try expectMayShow(to: visibility, replacing: old.workout.visibility)
        }
        var new = old
        // A replacement without a visibility keeps the old one.
        new.workout = Workout(
            draft, id: old.workout.id, owner: viewer.id,
            visibility: draft.visibility ?? old.workout.visibility,
            createdAt: old.workout.createdAt, updatedAt: old.workout.updatedAt)
        new.workout.rating = old.workout.rating
        new.workout.xpEarned = old.workout.xpEarned
        new.workout.experience = old.workout.experience
        if let photoURL = old.workout.detail?.photoURL {
            new.workout.detail = new.workout.detail ?? WorkoutDetail()
            new.workout.detail?.photoURL = photoURL
        }
        guard new.workout != old.workout else {
            return PublishedWorkout(
                workout: try shown(old.shown(to: viewer.id, requestedAs: clientID)), status: .unchanged)
        }
        // The same texts do not wait again.
        if new.workout.texts != old.workout.texts {
            let rating = try rating(of: new.workout.texts)
            new.workout.rating = rating
            try hold(.workout, new.workout.id.uuid, rating, wasHeld: old.workout.rating.isHeld)
        }
        new.workout.updatedAt = now.roundedToMilliseconds(after: old.workout.updatedAt)
        let isJudged = old.isJudged(like: new.workout)
        let overlapsExclusion =
            isJudged
            ? nil
            : try connection.overlapsExclusionLater(
                new.workout, isExcluded: old.award?.status == .excluded)
        let zones = try connection.timeZonesLater(of: viewer.id).get()
        // A workout from before zones were recorded keeps its day until it is moved.
        if new.workout.startedAt != old.workout.startedAt { new.day = zones.day(of: draft.startedAt) }
        new.award = (old.award ?? StoredAward(of: old.workout, in: zones))
            .edited(from: old.workout, to: new.workout, in: zones, at: now)
        if let overlapsExclusion {
            new.overlapsExclusion = try overlapsExclusion.get()
            judge(&new)
        }
        let size = old.workout.storedDetail == nil ? 0 : try connection.detailSize(of: [old.workout.id])
        try Storage(self).countDetails(connection.update(new) - size)
        new.takeOver(try apply([.replaced(old, by: new)], in: zones))
        return PublishedWorkout(
            workout: try shown(new.shown(to: viewer.id, requestedAs: clientID)), status: .updated)
    }

    private func judge(_ stored: inout StoredWorkout) {
        stored.award?.judge(
            stored.workout, overlapsExclusion: stored.overlapsExclusion, holds: environment.holdsAnomalies)
    }

    /// Updates awards, totals, badges, the log and anomalies after changes to the viewer's workouts.
    /// - Parameters:
    ///   - zones: the viewer's; nil to read them.
    ///   - achievements: what deleted workouts had earned: see ``Achievements/evidence(in:)``.
    @discardableResult
    func apply(
        _ changes: [ItemChange<StoredWorkout>], in zones: TimeZoneHistory? = nil,
        losing achievements: [Achievement.ID: ItemVisibility] = [:]
    ) throws -> AppliedChanges {
        let outcome = try Awards(self).settle(changes.compactMap(AwardChange.init), in: zones)
        let contributions = changes.map { change in
            var new = change.new
            if let id = new?.workout.id, let award = outcome.awards[id] { new?.award = award }
            return (old: change.old?.countedContribution, new: new?.countedContribution)
        }
        try changeTotals(contributions, outcome)
        try Achievements(self).narrow(after: changes, losing: achievements, settled: outcome)
        for change in changes {
            let (event, stored): (EventKind, StoredWorkout) =
                switch change {
                case .created(let stored): (.publishedWorkout, stored)
                case .replaced(_, let stored): (.changedWorkout, stored)
                case .deleted(let stored): (.deletedWorkout, stored)
                }
            try log(
                event, item: stored.workout.id.uuid,
                seenBy: change.old?.workout.visibility, change.new?.workout.visibility)
        }
        return AppliedChanges(
            awards: outcome.awards, anomalies: try Anomalies(self).record(changes, settled: outcome))
    }

    /// The visibility of a new workout. A less restrictive default, set before birth dates were asked for, counts as
    /// friends.
    private func visibility(of draft: WorkoutDraft) throws -> ItemVisibility {
        if let visibility = draft.visibility {
            try expectMayShow(to: visibility, replacing: .private)
            return visibility
        }
        let usual = try connection.settings(of: viewer.id)?.workoutVisibility ?? .private
        return try usual > .friends && showingLimit != .unlimited ? .friends : usual
    }

    /// What they show already may stay.
    /// - Throws: ``SocialError/Code/birthDateRequired`` if a person of unknown age would show something to more than
    ///   friends, ``SocialError/Code/ageRestricted`` if a child would: it would be public on the 13th birthday.
    private func expectMayShow(to visibility: ItemVisibility, replacing old: ItemVisibility) throws {
        guard visibility > max(old, .friends), let error = try showingLimit.error else { return }
        throw error
    }

    /// Looked up only for people who are not adults.
    private var showingLimit: ShowingLimit {
        get throws { try viewer.isAdult ? .unlimited : ShowingLimit(age(of: viewer.id)) }
    }
}

/// Fails the write of a batch. A ``SocialError`` would reject only one of its rows.
private struct BatchWithoutRoom: Error {
    let error: SocialError
}

extension BatchResult {
    fileprivate init(_ published: Result<PublishedWorkout, SocialError>, of id: Workout.ID) {
        switch published {
        case .success(let published):
            self.init(
                id: published.workout.id, clientID: published.workout.clientID, status: published.status)
        case .failure(let error): self.init(id: id, status: .rejected, error: error)
        }
    }
}

/// What changes of workouts led to.
struct AppliedChanges {
    /// The awards that have changed, of these workouts.
    fileprivate let awards: [Workout.ID: StoredAward]
    /// The anomalies of these workouts.
    fileprivate let anomalies: [Workout.ID: StoredAnomaly]
}

extension StoredWorkout {
    /// Takes over the settled award, and the anomaly.
    fileprivate mutating func takeOver(_ applied: AppliedChanges) {
        anomaly = applied.anomalies[workout.id]
        if let award = applied.awards[workout.id] ?? award { settle(award) }
    }
}

extension Workout {
    /// - Parameter draft: must be validated.
    fileprivate init(
        _ draft: WorkoutDraft, id: ID, owner: Person.ID, visibility: ItemVisibility, createdAt: Date,
        updatedAt: Date
    ) {
        self.init(
            id: id, owner: owner, type: draft.type, title: draft.title, startedAt: draft.startedAt,
            endedAt: draft.endedAt
                ?? draft.startedAt.addingTimeInterval(draft.duration).roundedToMilliseconds,
            duration: draft.duration, measures: draft.measures, isErgTest: draft.isErgTest ?? false,
            volume: draft.volume, exerciseCount: draft.exerciseCount, isCompleted: draft.isCompleted ?? true,
            source: draft.source, visibility: visibility, xpEarned: 0,
            createdAt: createdAt.roundedToMilliseconds,
            updatedAt: updatedAt.roundedToMilliseconds,
            detail: draft.detail == WorkoutDetail() ? nil : draft.detail)
    }
}
