import Foundation
import Observation
import Paceline

/// A person's workouts for a screen, newest first.
///
/// ```swift
/// let workouts = Workouts(session)
/// await workouts.refresh()
/// try await workouts.publish(draft)
/// ```
@MainActor @Observable
public final class Workouts: PagedStore {
    struct Summary: Sendable {
        var publishing: Set<Workout.ID> = []
    }

    /// The person whose workouts they are.
    public let person: PersonReference
    let services: any SocialServices
    let viewer: Viewer
    let list: ListState<Workout, Summary>

    /// Creates a list. It reads nothing before ``refresh()``.
    /// - Parameters:
    ///   - services: a session of a server, or of a community in the app.
    ///   - person: the person; the viewer by default.
    ///   - pageSize: how many workouts are read at a time, 1 to 100.
    public init(
        _ services: any SocialServices, of person: PersonReference = .me,
        pageSize: Int = PageRequest.defaultLimit
    ) {
        self.person = person
        self.services = services
        viewer = Viewer(services)
        list = ListState(pageSize: pageSize) { (try await services.workouts(of: person, $0), Summary()) }
    }

    public var phase: LoadPhase { list.state.phase }
    public var isStale: Bool { list.state.isStale }
    public var isRefreshing: Bool { list.state.isRefreshing }
    public var problem: SocialError? {
        get { list.state.problem }
        set { list.state.problem = newValue }
    }
    public var items: [Workout] { list.items }
    public var hasMore: Bool { list.hasMore }
    public var isLoadingMore: Bool { list.isLoadingMore }

    public func refresh() async { await list.refresh() }
    public func loadMore() async { await list.loadMore() }

    /// Whether the workout is shown before the service has answered.
    public func isPublishing(_ workout: Workout.ID) -> Bool {
        list.state.shown?.summary.publishing.contains(workout) == true
    }
}

// Verbs.
extension Workouts {
    /// Publishes a workout of the viewer, or replaces it. The viewer's own list shows it at once: see
    /// ``isPublishing(_:)``. Totals and XP come with the answer.
    ///
    /// ```swift
    /// let published = try await Workouts(session).publish(draft, as: id)
    /// ```
    /// - Parameters:
    ///   - draft: what to publish.
    ///   - id: the id under which the app keeps the workout. Publishing again under the same id is safe.
    ///   - version: replaces only if the workout still has this version; nil to replace in any case.
    /// - Throws: the errors of ``WorkoutService/publish(_:as:ifMatch:)``.
    @discardableResult
    public func publish(
        _ draft: WorkoutDraft, as id: Workout.ID = Workout.ID(UUID()), ifMatch version: Version? = nil
    ) async throws -> PublishedWorkout {
        let isOwn = person == .me
        let preview = try await isOwn ? expected(draft, id) : nil
        return try await list.state.perform(on: id.uuid) { content in
            guard let preview else { return }
            content.put(preview)
            content.summary.publishing.insert(id)
        } asking: { [services] in
            try await services.publish(draft, as: id, ifMatch: version)
        } then: { published, content in
            guard isOwn else { return }
            // Another person's item may have had the id.
            content.remove(id.uuid)
            content.put(published.workout.asInLists)
        }
    }

    /// Deletes one of the viewer's workouts.
    /// - Throws: the errors of ``WorkoutService/deleteWorkout(_:)``.
    public func delete(_ workout: Workout.ID) async throws {
        try await list.state.perform(on: workout.uuid) { content in
            content.remove(workout.uuid)
        } asking: { [services] in
            try await services.deleteWorkout(workout)
        } then: { _, content in
            content.remove(workout.uuid)
        }
    }

    /// The workout as the list shows it until the answer. A replaced one keeps what only the service knows.
    private func expected(_ draft: WorkoutDraft, _ id: Workout.ID) async throws -> Workout {
        let former = list.item(id)
        let owner: Person.ID
        if let known = former?.owner ?? items.first?.owner {
            owner = known
        } else {
            do {
                owner = try await viewer.person().id
            } catch {
                list.state.refuse(error)
                throw error
            }
        }
        return Workout(
            id: id, owner: owner, type: draft.type, title: draft.title, startedAt: draft.startedAt,
            endedAt: draft.endedAt ?? draft.startedAt.addingTimeInterval(draft.duration),
            duration: draft.duration, measures: draft.measures, isErgTest: draft.isErgTest ?? false,
            volume: draft.volume, exerciseCount: draft.exerciseCount, isCompleted: draft.isCompleted ?? true,
            source: draft.source, visibility: draft.visibility ?? former?.visibility ?? .private,
            xpEarned: former?.xpEarned ?? 0, createdAt: former?.createdAt ?? Date(), updatedAt: Date(),
            clientID: former?.clientID)
    }
}

// Live events.
extension Workouts {
    public func apply(_ event: LiveEvent) {
        switch event.content {
        case .item(let item): if let workout = item.workout { apply(workout) }
        case .itemRemoved(let id): list.state.commit { $0.remove(id.uuid) }
        case .relationship(let id): if id == owner { list.state.markStale() }
        case .account: if person == .me { list.state.markStale() }
        case .reset: list.state.markStale()
        case .upToDate, .kudos, .comment, .commentRemoved, .request, .requestRemoved, .score, .group,
            .groupLost,
            .groupInvitation, .notifications:
            break
        }
    }

    /// The owner of the workouts; nil while it is not known.
    private var owner: Person.ID? {
        if case .id(let id) = person {
            id
        } else {
            items.first?.owner ?? (person == .me ? viewer.known?.id : nil)
        }
    }

    private func apply(_ workout: Workout) {
        guard let owner else { return list.state.markStale() }
        guard workout.owner == owner else { return }
        list.state.commit { content in
            var workout = workout
            // Streams leave out what only the viewer sees.
            if let former = content.index(of: workout.id.uuid).map({ content.rows[$0] }) {
                (workout.clientID, workout.experience) = (former.clientID, former.experience)
            }
            content.put(workout)
        }
        if person == .me { list.state.markStale() }
    }
}

extension Workout {
    /// Without the detail, which lists leave out.
    fileprivate var asInLists: Workout {
        var workout = self
        workout.detail = nil
        return workout
    }
}
