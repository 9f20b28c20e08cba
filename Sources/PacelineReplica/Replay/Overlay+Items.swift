import Foundation
import Paceline

extension Overlay {
    /// An item as the view shows it.
    /// - Parameters:
    ///   - stored: the item as the truth has it, or a new one with serial 0.
    ///   - comments: the comments on it that the truth has.
    /// - Returns: nil if the view does not show it.
    func item(_ stored: StoredValue<FeedItem>, comments: [StoredValue<Comment>]) -> FeedItem? {
        if isRestarted(stored.value.id, at: stored.serial),
            let new = newItem(Workout.ID(stored.value.id.uuid))
        {
            return item(StoredValue(new, serial: 0), comments: [])
        }
        var item = stored.value
        guard !deletedItems.contains(item.id), !isHidden(item.author.id) else { return nil }
        if let score = item.score, item.author.id == viewer?.id,
            deletedScores.contains(ScoreKey(game: score.game, day: score.day))
        {
            return nil
        }
        if let workout = item.workout, changesWorkout(workout.id) {
            let edited = self.workout(workout)
            (item.content, item.visibility) = (.workout(edited), edited.visibility)
        }
        if let reaction = kudos[item.id] {
            item.kudosCount = reaction.count(from: item.kudosCount, wasMine: item.hasKudos, stored.serial)
            item.hasKudos = reaction.isGiven
        }
        addComments(to: &item, stored.serial, comments)
        return item
    }

    /// Whether an item was deleted and published again, and a value of the truth still is the deleted one.
    func isRestarted(_ id: FeedItem.ID, at serial: Int64) -> Bool {
        // A new item has no serial of the truth.
        guard serial > 0, restartedItems.contains(id), let new = publishedWorkouts[Workout.ID(id.uuid)] else {
            return false
        }
        return new.sent.isMissing(fromTruthAt: serial)
    }

    /// A page of the kudos of an item, with the viewer's own as queued commands leave them.
    /// - Parameter addsOwn: whether new kudos of the viewer are on this page.
    func kudos(_ page: Page<Kudos>, of item: FeedItem.ID, addsOwn: Bool) -> Page<Kudos> {
        var given = page.items.filter { !isHidden($0.person.id) }
        if let viewer, let reaction = kudos[item] {
            let index = given.firstIndex { $0.person.id == viewer.id }
            switch (reaction.isGiven, index) {
            case (true, let index?): given[index].big = reaction.isBig
            case (false, let index?): given.remove(at: index)
            case (true, nil) where addsOwn:
                given.insert(Kudos(person: viewer, big: reaction.isBig, createdAt: reaction.at), at: 0)
            default: break
            }
        }
        return Page(items: given, next: page.next)
    }

    private func changesWorkout(_ id: Workout.ID) -> Bool {
        publishedWorkouts[id] != nil || workoutEdits[id] != nil || removedPhotos.contains(id)
    }

    /// A workout after the viewer's commands.
    private func workout(_ stored: Workout) -> Workout {
        var workout = stored
        if let published = publishedWorkouts[stored.id] {
            workout = workout.replacing(published.value, at: published.at)
        }
        for edit in workoutEdits[stored.id] ?? [] {
            workout = workout.replacing(edit.value.applied(to: workout).stored, at: edit.at)
        }
        if removedPhotos.contains(stored.id) { workout.detail?.photoURL = nil }
        return workout
    }

    private func addComments(to item: inout FeedItem, _ serial: Int64, _ comments: [StoredValue<Comment>]) {
        let known = Set(comments.map(\.value.id))
        if let latest = item.latestComment {
            item.latestComment = comment(StoredValue(latest, serial: serial))
        }
        for stored in comments where stored.value.item == item.id && !stored.value.isDeleted {
            guard let deletion = deletedComments[stored.value.id], deletion.isMissing(fromTruthAt: serial)
            else {
                continue
            }
            item.commentCount = max(0, item.commentCount - 1)
        }
        for (id, added) in addedComments.sorted(by: { $0.key < $1.key }) where added.value.item == item.id {
            guard deletedComments[id] == nil, !known.contains(id), item.latestComment?.id != id,
                let comment = newComment(added)
            else { continue }
            if added.sent.isMissing(fromTruthAt: serial) { item.commentCount += 1 }
            if item.latestComment.map({ $0.createdAt <= comment.createdAt }) ?? true {
                item.latestComment = comment
            }
        }
    }

    /// The view's items, with the published workouts that the server has not sent.
    func items(of truth: Truth) -> [FeedItem.ID: FeedItem] {
        let comments = Dictionary(grouping: truth.comments.values) { $0.value.item }
        var items: [FeedItem.ID: FeedItem] = [:]
        for (id, stored) in truth.items { items[id] = item(stored, comments: comments[id] ?? []) }
        for id in publishedWorkouts.keys where truth.items[id.item] == nil {
            items[id.item] = newItem(id).flatMap { item(StoredValue($0, serial: 0), comments: []) }
        }
        return items
    }

    /// A published workout that the server has not sent yet.
    func newItem(_ id: Workout.ID) -> FeedItem? {
        guard let viewer, let published = publishedWorkouts[id], !deletedItems.contains(id.item) else {
            return nil
        }
        let (draft, at) = (published.value, published.at)
        let workout = Workout(draft, id, owner: viewer.id, at: at)
        return FeedItem(
            id: id.item, at: workout.startedAt, author: viewer, visibility: workout.visibility,
            content: .workout(workout), kudosCount: 0, hasKudos: false, commentCount: 0)
    }

    /// Whether the home feed shows an item. The store also contains items that it does not, such as those of strangers
    /// to which the viewer reacted.
    func isInHomeFeed(_ item: FeedItem, isAuthorFollowed: Bool, isAuthorMuted: Bool) -> Bool {
        guard item.author.id != viewer?.id else { return true }
        return !isMuted(item.author.id, wasMuted: isAuthorMuted)
            && isFollowed(item.author.id, wasFollowed: isAuthorFollowed)
    }
}

extension Overlay.Reaction {
    /// The count with the viewer's reaction. It changes only if the truth has no such reaction and cannot contain the
    /// command yet; otherwise the reaction would count twice.
    func count(from count: Int, wasMine: Bool, _ serial: Int64) -> Int {
        guard isGiven != wasMine, sent.isMissing(fromTruthAt: serial) else { return count }
        return max(0, count + (isGiven ? 1 : -1))
    }
}

extension Workout {
    /// A workout that the server does not have yet. Only the server calculates its XP.
    fileprivate init(_ draft: WorkoutDraft, _ id: Workout.ID, owner: Person.ID, at now: Date) {
        self.init(
            id: id, owner: owner, type: draft.type, title: draft.title, startedAt: draft.startedAt,
            endedAt: draft.endedAt ?? draft.startedAt.addingTimeInterval(draft.duration),
            duration: draft.duration, measures: draft.measures, isErgTest: draft.isErgTest ?? false,
            volume: draft.volume, exerciseCount: draft.exerciseCount, isCompleted: draft.isCompleted ?? true,
            source: draft.source, visibility: draft.visibility ?? .private, xpEarned: 0, createdAt: now,
            updatedAt: now, detail: draft.detail)
    }

    /// The workout with the values of a draft, which replaces it.
    fileprivate func replacing(_ draft: WorkoutDraft, at now: Date) -> Workout {
        var workout = Workout(draft, id, owner: owner, at: createdAt)
        workout.visibility = draft.visibility ?? visibility
        (workout.clientID, workout.xpEarned, workout.experience) = (clientID, xpEarned, experience)
        workout.updatedAt = updatedAt
        guard workout != self else { return self }
        workout.updatedAt = now
        return workout
    }
}
