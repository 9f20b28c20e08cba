import Paceline
import PacelineEngine
import Testing

/// The clock starts on 1 March 2026.
@Suite("Strangers' names and people who are not adults")
struct StrangersNameTests {
    @Test(
        "what a former friend did no longer names them to a child", .world,
        arguments: Implementation.allCases)
    func formerFriend(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (pat, rex) = try await world.people("pat", "rex")
        let child = try await world.person("child", born: 2016_01_01)
        try await world.befriend(pat, child)
        try await world.befriend(child, rex)
        let workout = try await child.publishes("Run", .friends)
        try await rex.givesKudos(to: workout)
        let comment = try await child.comments("Windy", on: workout)
        try await rex.hearts(comment)
        #expect(try await child.notified() == ["heart rex", "kudos rex", "requestAccepted rex"])
        #expect(try await child.givers(of: workout) == ["rex"])
        try await child.services.unfriend(rex.reference)
        #expect(try await child.notified() == [])
        #expect(try await child.unread() == 0)
        #expect(try await child.givers(of: workout) == [])
        #expect(try await child.card(of: workout).kudosCount == 1)
        #expect(try await child.services.hearts(of: comment.id, .whole).items.isEmpty)
        #expect(try await pat.givers(of: workout) == ["rex"])
    }

    @Test(
        "kudos, hearts and overtaking notify of friends only", .world, arguments: Implementation.allCases,
        Minor.allCases)
    func reactions(_ implementation: Implementation, _ minor: Minor) async throws {
        let world = try await World.current(on: implementation)
        let (pat, sam) = try await world.people("pat", "sam")
        let reader = try await minor.signsUp(in: world)
        try await world.befriend(pat, reader)
        _ = try await pat.createsGroup(with: reader, sam)
        let row = try await pat.publishes("Row", .public)
        let comment = try await reader.comments("Windy", on: row)
        // A child's comment does not exist for strangers.
        if minor != .child { try await sam.hearts(comment) }
        try await reader.plays(3, .friends)
        try await sam.plays(1)
        #expect(try await reader.notified() == [])
        try await pat.hearts(comment)
        try await pat.plays(2)
        #expect(try await reader.notified() == ["overtaken pat", "heart pat"])
    }

    @Test(
        "people who join a group are named to a minor who owns it if they are friends", .world,
        arguments: Implementation.allCases, Minor.allCases)
    func joining(_ implementation: Implementation, _ minor: Minor) async throws {
        let world = try await World.current(on: implementation)
        let (pat, sam) = try await world.people("pat", "sam")
        let reader = try await minor.signsUp(in: world)
        try await world.befriend(pat, reader)
        // A child's group has only friends.
        if minor == .child { try await world.befriend(sam, reader) }
        _ = try await reader.createsGroup(with: pat, sam)
        if minor == .child { try await reader.services.unfriend(sam.reference) }
        #expect(try await reader.notified().filter { $0.hasPrefix("groupJoined") } == ["groupJoined pat"])
    }

    @Test(
        "a friend's mention on a stranger's workout does not bring its title", .world,
        arguments: Implementation.allCases, Minor.allCases)
    func mentions(_ implementation: Implementation, _ minor: Minor) async throws {
        let world = try await World.current(on: implementation)
        let (pat, sam, ana) = try await world.people("pat", "sam", "ana")
        let reader = try await minor.signsUp(in: world)
        try await world.befriend(pat, reader)
        let (strangers, friends) = (
            try await sam.publishes("Call me", .public), try await pat.publishes("Row", .public)
        )
        for workout in [strangers, friends] { try await pat.comments("Look, @ana @kid", on: workout) }
        #expect(try await ana.notified() == ["mention pat", "mention pat"])
        #expect(try await reader.notified() == ["mention pat"])
        #expect(try await reader.inbox().items.map(\.item?.title) == ["Row"])
        // What a friend wrote below the workout of a friend, until one of them no longer is one.
        try await world.befriend(reader, sam)
        try await pat.comments("Again, @kid", on: strangers)
        #expect(try await reader.notified().filter { $0 == "mention pat" }.count == 2)
        try await reader.services.unfriend(sam.reference)
        #expect(try await reader.notified().filter { $0 == "mention pat" }.count == 1)
    }

    @Test(
        "cards name strangers who gave kudos to adults only", .world, arguments: Implementation.allCases,
        Minor.allCases)
    func cards(_ implementation: Implementation, _ minor: Minor) async throws {
        let world = try await World.current(on: implementation)
        let (pat, sam, ana) = try await world.people("pat", "sam", "ana")
        let reader = try await minor.signsUp(in: world)
        for friend in [ana, reader] { try await world.befriend(pat, friend) }
        try await world.befriend(reader, ana)
        let workout = try await pat.publishes("Row", .public)
        for giver in [ana, sam] { try await giver.givesKudos(to: workout) }
        let engine = try await Engine(
            database: world.database, environment: EngineEnvironment(now: { world.clock.now }))
        let named = { (member: Member) in
            let page = try await engine.session(for: member.id).feedPage(FeedQuery(), .whole, cards: 10)
            return Set(page.previews[workout.id.item]?.givers.map(\.username) ?? [])
        }
        #expect(try await named(reader) == ["ana"])
        #expect(try await named(pat) == ["ana", "sam"])
        let listed = try await reader.givers(of: workout)
        #expect(listed == (minor == .teenager ? ["sam", "ana"] : ["ana"]))
        #expect(try await reader.card(of: workout).kudosCount == 2)
    }
}

extension StrangersNameTests {
    enum Minor: String, CaseIterable, Sendable {
        case child, teenager, ageless

        /// Their username is `kid`.
        func signsUp(in world: World) async throws -> Member {
            switch self {
            case .child: try await world.person("kid", born: 2016_01_01)
            case .teenager: try await world.person("kid", born: 2010_01_01)
            case .ageless: try await world.ageless("kid")
            }
        }
    }
}

extension Member {
    /// The people whom the list of the workout's kudos names, newest first.
    fileprivate func givers(of workout: Workout) async throws -> [String] {
        try await services.kudos(of: workout.id.item, .whole).items.map(\.person.username)
    }
}
