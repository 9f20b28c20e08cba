import Paceline
import Testing

@Suite("Who sees a workout")
struct VisibilityTests {
    /// Ana and one person for each relationship to her.
    private struct Circle {
        let ana: Member
        let friend: Member
        let follower: Member
        let followed: Member
        let stranger: Member

        var viewers: [(name: String, member: Member)] {
            [
                ("ana", ana), ("friend", friend), ("follower", follower), ("followed", followed),
                ("stranger", stranger),
            ]
        }
    }

    private func circle(in world: World) async throws -> Circle {
        let (ana, friend) = try await world.people("ana", "ben")
        let (follower, followed, stranger) = try await world.people("eva", "ivo", "tea")
        try await world.befriend(ana, friend)
        try await follower.follows(ana)
        try await ana.follows(followed)
        return Circle(ana: ana, friend: friend, follower: follower, followed: followed, stranger: stranger)
    }

    private static let publicProfile: [ItemVisibility: Set<String>] = [
        .public: ["ana", "friend", "follower", "followed", "stranger"],
        .followers: ["ana", "friend", "follower"],
        .friends: ["ana", "friend"],
        .private: ["ana"],
    ]

    /// Strangers see nothing of a profile that is not public, even if the workout is.
    private static let closedProfile: [ItemVisibility: Set<String>] = [
        .public: ["ana", "friend", "follower"],
        .followers: ["ana", "friend", "follower"],
        .friends: ["ana", "friend"],
        .private: ["ana"],
    ]

    @Test(
        "profile and workout visibility apply together, in all places",
        arguments: Implementation.withLateWrites(needsServer: "what others see by now"),
        PrivacyLevel.allCases)
    func everywhere(_ implementation: Implementation, _ level: PrivacyLevel) async throws {
        try await implementation.run { world in
            let circle = try await circle(in: world)
            try await circle.ana.chooses(level)
            let expected = level == .public ? Self.publicProfile : Self.closedProfile
            for visibility in ItemVisibility.allCases {
                let workout = try await circle.ana.publishes("\(visibility)", visibility)
                try await circle.ana.services.setPhoto(Pictures.plain, of: workout.id)
                let comment = try await circle.ana.comments("Windy", on: workout)
                for place in Self.places(of: workout, by: circle.ana, comment) {
                    var seen: Set<String> = []
                    for viewer in circle.viewers where try await Self.sees(viewer.member, place.read) {
                        seen.insert(viewer.name)
                    }
                    #expect(seen == expected[visibility], "\(visibility) workout: \(place.name)")
                }
            }
        }
    }

    @Test(
        "changing the visibility takes effect everywhere immediately",
        arguments: Implementation.withLateWrites(needsServer: "what others see by now"))
    func changing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let circle = try await circle(in: world)
            let workout = try await circle.ana.publishes("2000m", .public)
            let comment = try await circle.ana.comments("Windy", on: workout)
            for visibility in [ItemVisibility.private, .friends, .public] {
                try await circle.ana.publishes("2000m", visibility, as: workout.id)
                for place in Self.places(of: workout, by: circle.ana, comment) where place.name != "photo" {
                    let isSeen = try await Self.sees(circle.friend, place.read)
                    #expect(isSeen == (visibility != .private), "\(visibility) workout: \(place.name)")
                }
            }
        }
    }

    @Test(
        "closing the profile takes effect everywhere immediately",
        arguments: Implementation.withLateWrites(needsServer: "what a stranger sees by now"))
    func closing(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let circle = try await circle(in: world)
            let workout = try await circle.ana.publishes("2000m", .public)
            #expect(try await circle.stranger.services.workout(workout.id).title == "2000m")
            try await circle.ana.chooses(.private)
            await expectError(.workoutNotFound) {
                try await circle.stranger.services.workout(workout.id)
            }
            #expect(try await circle.follower.services.workout(workout.id).title == "2000m")
        }
    }

    private typealias Read = (any SocialServices) async throws -> Bool

    /// All places where a workout can appear.
    private static func places(of workout: Workout, by ana: Member, _ comment: Paceline.Comment) -> [(
        name: String, read: Read
    )] {
        let (id, item, owner) = (workout.id, workout.id.item, ana.reference)
        return [
            ("detail", { try await $0.workout(id).id == id }),
            ("photo", { try await !$0.photo(of: id).bytes.isEmpty }),
            ("list", { try await $0.workouts(of: owner, .whole).items.map(\.id).contains(id) }),
            ("card", { try await $0.item(item).id == item }),
            (
                "feed",
                { try await $0.feed(FeedQuery(person: owner), .whole).items.map(\.id).contains(item) }
            ),
            ("comments", { try await !$0.comments(on: item, .whole).items.isEmpty }),
            ("kudos", { try await $0.kudos(of: item, .whole).items.isEmpty }),
            ("giving kudos", { try await !$0.withdrawKudos(from: item).mine }),
            ("hearts", { try await !$0.withdrawHeart(from: comment.id).mine }),
        ]
    }

    /// Runs the read and returns whether it finds the workout.
    private static func sees(_ member: Member, _ read: Read) async throws -> Bool {
        do {
            return try await read(member.services)
        } catch let error as SocialError
            where [.workoutNotFound, .itemNotFound, .commentNotFound].contains(error.code)
        {
            return false
        }
    }
}
