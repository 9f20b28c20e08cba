import Foundation
import Paceline

/// Somebody of a test's community, signed in.
struct Member: Sendable, Identifiable {
    let id: Person.ID
    let username: String
    let services: any SocialServices
    let token: String
    let clock: TestClock

    var reference: PersonReference { .id(id) }
}

// What people do while a test is being arranged: each a second after the other, and only what the test is about is
// spelled out.
extension Member {
    @discardableResult
    func asks(
        _ other: Member, kind: ConnectionRequest.Kind = .friend, message: String? = nil
    ) async throws -> ConnectionRequest {
        clock.tick()
        return try await services.request(
            RequestDraft(kind: kind, to: .person(other.reference), message: message))
    }

    @discardableResult
    func accepts(_ request: ConnectionRequest) async throws -> ConnectionRequest {
        clock.tick()
        return try await services.accept(request.id)
    }

    func rejects(_ request: ConnectionRequest) async throws {
        clock.tick()
        try await services.reject(request.id)
    }

    @discardableResult
    func follows(_ other: Member) async throws -> FollowOutcome {
        clock.tick()
        return try await services.follow(other.reference, notifications: nil)
    }

    func blocks(_ other: Member) async throws {
        clock.tick()
        try await services.block(other.reference)
    }

    func mutes(_ other: Member) async throws {
        clock.tick()
        try await services.mute(other.reference)
    }

    @discardableResult
    func chooses(_ privacyLevel: PrivacyLevel) async throws -> Account {
        clock.tick()
        return try await services.update(AccountChanges(privacyLevel: privacyLevel), ifMatch: nil)
    }

    @discardableResult
    func sets(_ changes: SettingsChanges) async throws -> Settings {
        clock.tick()
        return try await services.update(changes)
    }
}

extension Member {
    /// Publishes a workout that began just now, or when stated.
    @discardableResult
    func publishes(
        _ title: String = "2000m", _ visibility: Visibility? = .public, as id: Workout.ID = .random(),
        type: WorkoutType = .rowing, startedAt: Date? = nil
    ) async throws -> Workout {
        clock.tick()
        let draft = WorkoutDraft.sample(
            title, type: type, startedAt: startedAt ?? clock.now, visibility: visibility)
        return try await services.publish(draft, as: id, ifMatch: nil).workout
    }

    @discardableResult
    func comments(_ text: String, on workout: Workout, answering parent: Comment? = nil) async throws
        -> Comment
    {
        clock.tick()
        return try await services.comment(CommentDraft(text: text, parent: parent?.id), on: workout.id.item)
    }

    @discardableResult
    func cheers(_ workout: Workout, big: Bool = false) async throws -> Tally {
        clock.tick()
        return try await services.giveKudos(to: workout.id.item, big: big)
    }
}

// What people see: whole lists, since a test that is not about pages should not speak of them.
extension Member {
    func sees(_ other: Member) async throws -> Person { try await services.person(other.reference) }

    func relationship(to other: Member) async throws -> Relationship? {
        try await sees(other).relationship
    }

    /// The titles of the home feed, newest first.
    func feedTitles(_ query: FeedQuery = FeedQuery()) async throws -> [String] {
        try await services.feed(query, .whole).items.compactMap(\.workout?.title)
    }

    func workoutTitles(of other: Member) async throws -> [String] {
        try await services.workouts(of: other.reference, .whole).items.map(\.title)
    }

    func friends(of other: Member) async throws -> [String] {
        try await services.friends(of: other.reference, .whole).items.map(\.username)
    }

    func followers(of other: Member) async throws -> [String] {
        try await services.followers(of: other.reference, .whole).items.map(\.username)
    }

    func following(of other: Member) async throws -> [String] {
        try await services.following(of: other.reference, .whole).items.map(\.username)
    }

    /// The ids of the pending requests, newest first.
    func requests(_ direction: ConnectionRequest.Direction) async throws -> [ConnectionRequest.ID] {
        try await services.requests(direction, kind: nil, .whole).items.map(\.id)
    }

    func finds(_ query: String) async throws -> [String] {
        try await services.people(matching: query, .whole).items.map(\.username)
    }

    func suggested(codes: [String] = []) async throws -> [String] {
        try await services.suggestions(codes: codes, .whole).items.map(\.username)
    }

    /// The texts of the comments, oldest first.
    func commentTexts(on workout: Workout) async throws -> [String] {
        try await services.comments(on: workout.id.item, .whole).items.map(\.text)
    }

    func card(of workout: Workout) async throws -> FeedItem { try await services.item(workout.id.item) }
}

extension PageRequest {
    /// The most that one page holds.
    static let whole = PageRequest(limit: 100)
}

extension Identifier {
    static func random() -> Self { Self(UUID()) }
}

extension WorkoutDraft {
    /// Two kilometres in 7:30, unless the test says otherwise.
    static func sample(
        _ title: String = "2000m", type: WorkoutType = .rowing, startedAt: Date = TestClock.start,
        duration: Double = 450, distance: Double? = 2_000, visibility: Visibility? = nil,
        detail: WorkoutDetail? = nil
    ) -> WorkoutDraft {
        WorkoutDraft(
            type: type, title: title, startedAt: startedAt, duration: duration,
            measures: WorkoutMeasures(distance: distance), visibility: visibility, detail: detail)
    }
}
