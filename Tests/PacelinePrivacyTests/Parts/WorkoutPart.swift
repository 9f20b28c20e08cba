import Foundation
import Paceline
import PacelineEngine

/// Workouts and their photos.
struct WorkoutPart: WorldPart {
    var workouts: [RandomWorld.WorkoutRecord] = []

    static let steps: [WorldStep] = [
        WorldStep(4) { world, one, _, random in try await world.publish(one, &random) },
        WorldStep(1) { world, _, _, random in try await world.changeVisibility(&random) },
        WorldStep(1) { world, _, _, random in try await world.delete(&random) },
    ]

    static func items(in world: RandomWorld) -> [WorldItem] {
        world.workouts.map { workout in
            WorldItem(id: workout.id.item, owner: workout.owner, at: workout.startedAt) {
                world.sees($0, workout)
            }
        }
    }

    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        var facts: Facts = [:]
        for workout in world.workouts where world.knows(viewer, workout, watching: items) {
            facts[.item(workout.id.item)] = words(world.title(of: workout, to: viewer), workout.visibility)
        }
        return facts
    }

    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts) {
        guard case .item(let card) = content, let workout = card.workout else { return }
        facts[.item(card.id)] = words(workout.title, card.visibility)
    }

    private static func words(_ title: String, _ visibility: ItemVisibility) -> String {
        "\(title) for \(visibility)"
    }

    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        for workout in world.workouts { try await world.checkWorkout(workout, asSeenBy: viewer) }
        for person in world.people.indices { try await world.checkWorkouts(of: person, asSeenBy: viewer) }
        // Twice: the second read uses cached cards.
        for _ in 0..<2 {
            for item in try await world.session(viewer).feed(FeedQuery(), world.all).items {
                if let workout = item.workout { try world.checkDetails(of: workout, shownTo: viewer) }
            }
        }
    }

    static func check(
        _ notification: SocialNotification, of person: Int, shownTo viewer: Int, in world: RandomWorld
    ) throws {
        let place = "new workout of \(person) shown to \(viewer)"
        let workout = world.workouts.first { $0.id.item == notification.item?.id }
        try expect(workout?.owner, person, place)
        try expect(
            notification.item?.title, workout.map { world.title(of: $0, to: viewer) }, "title of \(place)")
        try expect(world.follows(viewer, person), true, place)
    }

    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws {
        guard let index = world.workouts.firstIndex(where: { $0.id.uuid == change.id.uuid }) else { return }
        let (workout, place) = (world.workouts[index], "\(change.kindName) delivered to \(viewer)")
        try expect(change.isDeleted, !world.sees(viewer, workout), place)
        let receives = workout.owner == viewer || world.follows(viewer, workout.owner)
        try expect(receives || world.hasReacted(viewer, to: index), true, "source of \(place)")
        if case .item(let item) = change.content, let shown = item.workout {
            try world.checkDetails(of: shown, shownTo: viewer)
        }
    }

    static func check(
        _ content: LiveEvent.Content, deliveredTo viewer: Int, isCurrent: Bool, in world: RandomWorld
    ) async throws {
        guard isCurrent, case .item(let item) = content, let shown = item.workout else { return }
        try world.checkDetails(of: shown, shownTo: viewer)
    }
}

extension RandomWorld {
    struct WorkoutRecord: Sendable {
        let id: Workout.ID
        let owner: Int
        var visibility: ItemVisibility
        var distance: Double
        var hasPhoto: Bool
        var startedAt: Date
        /// Known once it is published.
        var publishedAt = Date.distantPast
        var endedAt: Date { startedAt.addingTimeInterval(RandomWorld.workoutDuration) }

        var draft: WorkoutDraft {
            let interval = Interval(index: 0, duration: RandomWorld.workoutDuration, distance: distance)
            return WorkoutDraft(
                type: .rowing, title: title, startedAt: startedAt,
                duration: RandomWorld.workoutDuration, measures: WorkoutMeasures(distance: distance),
                source: Self.source, visibility: visibility,
                detail: WorkoutDetail(intervals: [interval], notes: Self.notes))
        }

        fileprivate var title: String { "\(Int(distance))m" }
        fileprivate static let source = "Recorder"
        fileprivate static let notes = "Write to me"
    }

    /// Seconds.
    private static let workoutDuration = 600.0

    private(set) var workouts: [WorkoutRecord] {
        get { self[WorkoutPart.self].workouts }
        set { self[WorkoutPart.self].workouts = newValue }
    }

    func sees(_ viewer: Int, _ workout: WorkoutRecord) -> Bool {
        let owner = people[workout.owner]
        // The additional protection of children.
        if owner.isChild, viewer != workout.owner, !areFriends(viewer, workout.owner) { return false }
        return ItemVisibility.allows(
            closeness: closeness(viewer, workout.owner), audience: Audience.of(owner.privacyLevel),
            item: workout.visibility)
    }

    /// The title that the viewer reads, if they may see the workout.
    fileprivate func title(of workout: WorkoutRecord, to viewer: Int) -> String {
        reads(viewer, textsOf: workout.owner) ? workout.title : "Workout"
    }

    /// Whether the viewer may see the details of the person's workouts, if they may see the workouts.
    func seesDetails(_ viewer: Int, of owner: Int) -> Bool {
        viewer == owner || people[owner].showsDetails
    }

    /// Checks a workout in a feed, list, change or event.
    fileprivate func checkDetails(of shown: Workout, shownTo viewer: Int) throws {
        guard let workout = workouts.first(where: { $0.id == shown.id }) else {
            throw PrivacyMismatch(description: "deleted workout \(shown.id) shown to \(viewer)")
        }
        let place = "\(shown.id) of \(workout.owner) shown to \(viewer)"
        let isSeen = seesDetails(viewer, of: workout.owner)
        let isRead = reads(viewer, textsOf: workout.owner)
        try expect(shown.title, title(of: workout, to: viewer), "title of \(place)")
        try expect(shown.source, isRead ? WorkoutRecord.source : nil, "source of \(place)")
        if let detail = shown.detail {
            try expect(detail.notes, isRead ? WorkoutRecord.notes : nil, "notes of \(place)")
        }
        try expect(shown.distance, isSeen ? workout.distance : nil, "distance of \(place)")
        try expect(shown.hidesDetails, !isSeen, "hidden details of \(place)")
        try expect(shown.xpEarned, xp(of: workout, shownTo: viewer), "XP of \(place)")
    }

    /// Whether the viewer's stream covers the workout, and the viewer may see it.
    func knows(_ viewer: Int, _ workout: WorkoutRecord, watching items: Set<FeedItem.ID>) -> Bool {
        receives(viewer, of: workout.id.item, by: workout.owner, watching: items) && sees(viewer, workout)
    }

    func visibleWorkout(to viewer: Int, _ random: inout SeededRandom) -> Int? {
        workouts.indices.filter { sees(viewer, workouts[$0]) }.randomElement(using: &random)
    }
}

// Actions.
extension RandomWorld {
    fileprivate mutating func publish(_ one: Int, _ random: inout SeededRandom) async throws {
        let visibility = ItemVisibility.allCases.randomElement(using: &random) ?? .private
        // Half start today, so that tournaments can count them.
        let longestAgo = Bool.random(using: &random) ? 40_000 : 500_000
        var workout = WorkoutRecord(
            id: Workout.ID(UUID.version7(at: Self.now, using: &random)), owner: one, visibility: visibility,
            distance: Double(Int.random(in: 100...9_999, using: &random)),
            hasPhoto: Bool.random(using: &random),
            startedAt: Self.now.addingTimeInterval(Double(-Int.random(in: 1...longestAgo, using: &random))))
        guard try await publishIfAllowed(workout, replacing: .private) else { return }
        workout.publishedAt = try await session(one).workout(workout.id).createdAt
        workouts.append(workout)
        if workout.hasPhoto { try await session(one).setPhoto(Self.photo, of: workout.id) }
    }

    fileprivate mutating func changeVisibility(_ random: inout SeededRandom) async throws {
        guard let index = workouts.indices.randomElement(using: &random) else { return }
        var changed = workouts[index]
        changed.visibility = ItemVisibility.allCases.randomElement(using: &random) ?? .private
        if try await publishIfAllowed(changed, replacing: workouts[index].visibility) {
            workouts[index] = changed
        }
    }

    /// - Parameter old: the visibility that it had.
    /// - Returns: whether its owner may show it. Children and people of unknown age show nothing new to more than
    ///   friends.
    private func publishIfAllowed(_ workout: WorkoutRecord, replacing old: ItemVisibility) async throws
        -> Bool
    {
        let refusal = people[workout.owner].refusalToShow
        let mayShow = refusal == nil || workout.visibility <= max(old, .friends)
        try await expect(
            code { try await send(workout) }, mayShow ? nil : refusal,
            "\(workout.visibility) workout of \(workout.owner)")
        return mayShow
    }

    private func send(_ workout: WorkoutRecord) async throws {
        _ = try await session(workout.owner).publish(workout.draft, as: workout.id, ifMatch: nil)
    }

    fileprivate mutating func delete(_ random: inout SeededRandom) async throws {
        // Deletes only the last workout, since records refer to workouts by index.
        guard let index = workouts.indices.randomElement(using: &random), index == workouts.count - 1 else {
            return
        }
        let workout = workouts[index]
        try await session(workout.owner).deleteWorkout(workout.id)
        for part in Self.parts { part.removeItem(workout.id.item, in: &self) }
        workouts.removeLast()
    }

    /// The smallest image: one grey pixel as PNG.
    private static let photo: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00,
        0x00,
        0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00,
        0x00,
        0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81, 0x77, 0xCD,
        0x72,
        0xB6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}

// Checks.
extension RandomWorld {
    fileprivate func checkWorkout(_ workout: WorkoutRecord, asSeenBy viewer: Int) async throws {
        let session = session(viewer)
        let isSeen = sees(viewer, workout)
        let isWhole = seesDetails(viewer, of: workout.owner)
        let place = "workout \(workout.id) of \(workout.owner) seen by \(viewer)"
        try await expect(
            code { try await session.workout(workout.id) }, isSeen ? nil : .workoutNotFound, place)
        if isSeen {
            let shown = try await session.workout(workout.id)
            try checkDetails(of: shown, shownTo: viewer)
            try expect(shown.detail != nil, isWhole, "detail of \(place)")
        }
        try await expect(
            code { try await session.photo(of: workout.id) },
            isSeen ? (workout.hasPhoto && isWhole ? nil : .photoNotFound) : .workoutNotFound,
            "photo of \(place)")
        try await expect(
            code { try await session.item(workout.id.item) }, isSeen ? nil : .itemNotFound, "item of \(place)"
        )
    }

    fileprivate func checkWorkouts(of index: Int, asSeenBy viewer: Int) async throws {
        let (person, session) = (people[index].id, session(viewer))
        let place = "person \(index) seen by \(viewer)"
        guard !areBlocked(viewer, index) else {
            return try await expect(
                code { try await session.workouts(of: .id(person), all) },
                hasBlocked(viewer, index) ? .blockedByMe : .personNotFound, "workouts of \(place)")
        }
        let stats = try await session.person(.id(person)).stats
        let seen = workouts.filter { $0.owner == index && sees(viewer, $0) }
        if seesStats(viewer, of: index) {
            let duplicates = duplicates(of: index)
            let counted = seen.filter { duplicates[$0.id] == nil }
            try expect(stats?.workouts, counted.count, "workout count of \(place)")
            let distance = seesDetails(viewer, of: index) ? counted.map(\.distance).reduce(0, +) : 0
            try expect(stats?.distance, distance, "distance of \(place)")
        } else {
            try expect(stats, nil, "stats of \(place)")
        }
        let listed = try await session.workouts(of: .id(person), all).items
        try expect(listed.map(\.id).sorted(), seen.map(\.id).sorted(), "workouts of \(place)")
        for workout in listed { try checkDetails(of: workout, shownTo: viewer) }
    }
}
