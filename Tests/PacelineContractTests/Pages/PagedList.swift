import Foundation
import Paceline
import Testing

/// A paged list: how to add items, and how to read it as strings that identify them.
struct PagedList: Sendable, CustomTestStringConvertible {
    let name: String
    /// Adds an item to Ana's list.
    let grow: @Sendable (World, Member, _ index: Int) async throws -> Void
    let read: @Sendable (any SocialServices, PageRequest) async throws -> Page<String>

    var testDescription: String { name }

    /// The workout that gets the kudos and comments.
    private static let stage = Workout.ID(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))

    private static func newcomer(_ world: World, _ index: Int) async throws -> Member {
        try await world.person("rower_\(index)")
    }

    private static func setStage(_ ana: Member) async throws -> Workout {
        let draft = WorkoutDraft.sample(visibility: .public)
        return try await ana.services.publish(draft, as: stage, ifMatch: nil).workout
    }
}

extension PagedList {
    static let all = graph + people + content + reactions + groups

    private static let graph = [
        PagedList(
            name: "friends",
            grow: { world, ana, index in try await world.befriend(ana, try await newcomer(world, index)) },
            read: { try await $0.friends(of: .me, $1).map(\.username) }),
        PagedList(
            name: "followers", grow: { world, ana, index in try await newcomer(world, index).follows(ana) },
            read: { try await $0.followers(of: .me, $1).map(\.username) }),
        PagedList(
            name: "following",
            grow: { world, ana, index in try await ana.follows(try await newcomer(world, index)) },
            read: { try await $0.following(of: .me, $1).map(\.username) }),
        PagedList(
            name: "incoming requests",
            grow: { world, ana, index in try await newcomer(world, index).asks(ana) },
            read: { try await $0.requests(.incoming, kind: nil, $1).map(\.from.username) }),
        PagedList(
            name: "outgoing requests",
            grow: { world, ana, index in try await ana.asks(try await newcomer(world, index)) },
            read: { try await $0.requests(.outgoing, kind: .friend, $1).map(\.to.username) }),
        PagedList(
            name: "blocks",
            grow: { world, ana, index in try await ana.blocks(try await newcomer(world, index)) },
            read: { try await $0.blocks($1).map(\.username) }),
        PagedList(
            name: "mutes",
            grow: { world, ana, index in try await ana.mutes(try await newcomer(world, index)) },
            read: { try await $0.mutes($1).map(\.username) }),
    ]

    private static let people = [
        PagedList(
            name: "search", grow: { world, _, index in _ = try await newcomer(world, index) },
            read: { try await $0.people(matching: "rower", $1).map(\.username) }),
        PagedList(
            name: "suggestions",
            grow: { world, _, index in
                let member = try await newcomer(world, index)
                if index.isMultiple(of: 3) { try await member.publishes() }
            },
            read: { try await $0.suggestions(codes: [], $1).map(\.username) }),
        PagedList(
            name: "sessions",
            grow: { world, ana, _ in
                world.clock.tick()
                _ = try await world.community.signIn(
                    with: .password(username: ana.username, password: World.password))
            },
            read: { try await $0.sessions($1).map(\.id.description) }),
    ]

    private static let content = [
        PagedList(
            name: "workouts", grow: { _, ana, index in try await ana.publishes("\(index)") },
            read: { try await $0.workouts(of: .me, $1).map(\.id.description) }),
        PagedList(
            name: "feed", grow: growFriendly,
            read: { try await $0.feed(FeedQuery(), $1).map(\.id.description) }),
        PagedList(
            name: "filtered feed", grow: growFriendly,
            read: {
                let query = FeedQuery(kinds: [.workout, .score], type: .rowing, from: TestClock.start)
                return try await $0.feed(query, $1).map(\.id.description)
            }),
        PagedList(
            name: "recent feed", grow: growFriendly,
            read: { try await $0.feed(FeedQuery(window: .recent), $1).map(\.id.description) }),
    ]

    /// Adds a friend who has published one workout.
    private static let growFriendly: @Sendable (World, Member, Int) async throws -> Void = {
        world, ana, index in
        let member = try await newcomer(world, index)
        try await world.befriend(ana, member)
        try await member.publishes("\(index)")
    }

    private static let reactions = [
        PagedList(
            name: "kudos",
            grow: { world, ana, index in
                try await newcomer(world, index).givesKudos(to: try await setStage(ana))
            },
            read: { try await $0.kudos(of: stage.item, $1).map(\.person.username) }),
        PagedList(
            name: "comments",
            grow: { _, ana, index in try await ana.comments("\(index)", on: try await setStage(ana)) },
            read: { try await $0.comments(on: stage.item, $1).map(\.id.description) }),
        PagedList(
            name: "notifications",
            grow: { world, ana, index in
                try await newcomer(world, index).givesKudos(to: try await ana.publishes("\(index)"))
            },
            read: { try await $0.notifications($1).page.map(\.id.description) }),
    ]

    private static let groups = [
        PagedList(
            name: "groups", grow: { _, ana, index in try await ana.createsGroup("\(index)") },
            read: { try await $0.groups($1).map(\.title) }),
        PagedList(
            name: "invitations to groups",
            grow: { world, ana, index in
                let member = try await newcomer(world, index)
                try await member.invites(ana, to: try await member.createsGroup("\(index)"))
            },
            read: { try await $0.groupInvitations($1).map(\.title) }),
        PagedList(
            name: "members of a group",
            grow: { world, ana, index in
                let group = try await stage(of: ana.services)
                let code = try await ana.services.joinCode(of: group).code
                try await newcomer(world, index).joins(code)
            },
            read: { try await $0.members(of: try await stage(of: $0), $1).map(\.person.username) }),
        PagedList(
            name: "invitees of a group",
            grow: { world, ana, index in
                let group = try await stage(of: ana.services)
                let member = try await newcomer(world, index)
                try await ana.services.invite(member.reference, to: group)
            },
            read: { try await $0.invitees(of: try await stage(of: $0), $1).map(\.username) }),
        PagedList(
            name: "seasons of a group",
            grow: { world, ana, _ in
                _ = try await stage(of: ana.services)
                let today = Day(of: world.clock.now, in: .gmt)
                try await ana.plays(3, on: today.number)
                world.clock.advance(to: today.week.upperBound.endEverywhere)
                try await world.closeSeasons()
            },
            read: {
                try await $0.seasons(of: try await stage(of: $0), kind: .week, $1).map(\.id.description)
            }),
        PagedList(
            name: "global seasons",
            grow: { world, ana, _ in
                try await ana.runs(5)
                let week = Day(of: world.clock.now, in: .gmt).week
                world.clock.advance(to: week.upperBound.endEverywhere)
                try await world.ranksAndCloses()
            },
            read: { try await $0.seasons(of: nil, kind: .week, $1).map(\.id.description) }),
    ]

    /// The reader's group that gets the members and invitees.
    private static func stage(of services: any SocialServices) async throws -> LeaderboardGroup.ID {
        let known = try await services.groups(.whole).items.first { $0.title == "Stage" }
        if let known { return known.id }
        return try await services.createGroup(title: "Stage").id
    }
}
