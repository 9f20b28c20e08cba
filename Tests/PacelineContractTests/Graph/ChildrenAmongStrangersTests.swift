import Foundation
import Paceline
import PacelineDatabase
import Testing

@testable import PacelineEngine

/// Communities from before children shared groups, followers and requests with friends only. The clock starts on 1
/// March 2026.
@Suite("Children among strangers")
struct ChildrenAmongStrangersTests {
    @Test(
        "an update separates children from strangers once, and notifies the people concerned", .world,
        arguments: StoredTableTests.implementations)
    func update(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, kid, sam) = try await world.people("ana", "ben", "kid", "sam")
        try await world.befriend(ben, kid)
        let strangers = try await ana.createsGroup("Strangers", with: kid, ben)
        let friends = try await ben.createsGroup("Friends", with: ana, kid)
        let own = try await kid.createsGroup("Own", with: ana, ben)
        try await ana.follows(kid)
        try await kid.asks(ana)
        try await sam.asks(kid)
        try await world.makesChild(kid)
        // An adult whose birth date was wrong when the step ran.
        try await world.runsStep(besides: ben)
        #expect(try await world.rows(of: "child_backlog") == 2)

        let anas = try await ana.listens()
        var copy = try await ChangeReader(kid)
        for _ in 0..<2 {
            _ = try await PeriodicJob.separatingChildren.run(on: world.engine)
            #expect(try await world.rows(of: "child_backlog") == 0)
            #expect(try await Set(kid.groupTitles()) == ["Friends", "Own"])
            #expect(try await ana.members(of: strangers) == ["ana", "ben"])
            #expect(try await ben.members(of: friends) == ["ben", "ana", "kid"])
            #expect(try await kid.members(of: own) == ["kid", "ben"])
            await expectError(.groupNotFound) { try await ana.reads(own) }
            #expect(try await kid.followers(of: kid) == ["ben"])
            for person in [ana, kid] { #expect(try await person.requests(.incoming) == []) }
        }
        let heard = try await ana.receives(on: anas)
        #expect(heard.contains("group lost") && heard.contains("group"), "\(heard)")
        #expect(try await copy.summaries().contains("group gone"))
    }

    @Test(
        "an earlier request between a child and a stranger is not accepted without the code", .world,
        arguments: Implementation.withHybrid)
    func requests(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        let kid = try await world.person("kid")
        let code = try await kid.services.friendCode().code
        try await cem.sets(SettingsChanges(followApproval: true))
        let (sent, received) = (try await kid.asks(ana), try await ben.asks(kid))
        let follow = try await kid.asks(cem, kind: .follow)
        let withCode = try await dan.services.request(RequestDraft(to: .code(code)))
        try await world.makesChild(kid)

        for (receiver, request) in [(ana, sent), (kid, received), (cem, follow)] {
            await expectError(.requestNotFound) { try await receiver.accepts(request) }
        }
        // Requests in the other direction do not accept them, either.
        await expectError(.requestsNotAllowed) { try await ana.asks(kid) }
        await expectError(.requestsNotAllowed) { try await kid.asks(ben) }
        #expect(try await kid.friends(of: kid) == [])

        let crossing = try await ana.services.request(RequestDraft(to: .code(code)))
        #expect(crossing.state == .pending && crossing.id != sent.id)
        for request in [crossing, withCode] { try await kid.accepts(request) }
        #expect(try await Set(kid.friends(of: kid)) == ["ana", "dan"])
        #expect(try await kid.following(of: kid).count == 2)
    }

    @Test(
        "a child who asks back does not accept a request that was declined, or withdrawn with its code",
        .world,
        arguments: Implementation.withHybrid)
    func askingBack(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let child = try await world.person("child", born: 2016_01_01)
        let code = try await child.services.friendCode().code
        let declined = try await ana.services.request(RequestDraft(to: .code(code)))
        _ = try await ben.services.request(RequestDraft(to: .code(code)))
        try await child.declines(declined)
        _ = try await child.services.resetFriendCode()
        for adult in [ana, ben] {
            await expectError(.requestsNotAllowed) { try await child.asks(adult) }
        }
        #expect(try await child.friends(of: child) == [])
        // The adults would learn of it if their requests still waited.
        for adult in [ana, ben] {
            let code = try await adult.services.friendCode().code
            let accepted = try await child.services.request(RequestDraft(to: .code(code)))
            #expect(accepted.state == .accepted)
            #expect(try await adult.requests(.outgoing) == [])
            #expect(try await adult.requests(.incoming) == [])
        }
        #expect(try await Set(child.friends(of: child)) == ["ana", "ben"])
    }

    @Test(
        "an adult who declined a child's request can still send one", .world,
        arguments: Implementation.withHybrid)
    func thinkingBetter(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let child = try await world.person("child", born: 2016_01_01)
        let code = try await ana.services.friendCode().code
        let request = try await child.services.request(RequestDraft(to: .code(code)))
        try await ana.declines(request)
        #expect(try await child.relationship(to: ana) == .requestSentByMe)
        let crossing = try await ana.asks(child)
        #expect(crossing.id == request.id && crossing.state == .accepted)
        #expect(try await child.friends(of: child) == ["ana"])
    }
}

extension ChildrenAmongStrangersTests {
    @Test(
        "an update replaces the short friend codes of children, and so does a birth date", .world,
        arguments: StoredTableTests.implementations)
    func shortCodes(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, kid, sam) = try await world.people("ana", "kid", "sam")
        let late = try await world.newcomer()
        let child = try await world.person("child", born: 2016_01_01)
        let long = try await child.services.friendCode().code
        for (member, code) in [(ana, "K7M2XQ"), (kid, "K7M2XR"), (late, "K7M2XS")] {
            try await world.database.write { connection in
                try connection.send("UPDATE people SET friend_code = \(code) WHERE id = \(member.id)")
            }
        }
        try await world.makesChild(kid)
        try await world.runsStep("44 short friend codes of children", besides: nil)
        #expect(try await world.rows(of: "child_backlog") == 1)
        _ = try await PeriodicJob.separatingChildren.run(on: world.engine)
        let replaced = try await kid.services.friendCode().code
        #expect(replaced.count == 8)
        await expectError(.friendCodeNotFound, field: "code") {
            try await sam.services.request(RequestDraft(to: .code("K7M2XR")))
        }
        _ = try await PeriodicJob.separatingChildren.run(on: world.engine)
        #expect(try await kid.services.friendCode().code == replaced)
        #expect(try await child.services.friendCode().code == long)
        #expect(try await ana.services.friendCode().code == "K7M2XQ")

        _ = try await late.services.setUsername("late")
        #expect(try await late.services.friendCode().code == "K7M2XS")
        _ = try await late.services.update(
            AccountChanges(birthDate: try day(2016_01_01)), ifMatch: nil)
        #expect(try await late.services.friendCode().code.count == 8)
    }
}

extension World {
    /// Makes the member a child as earlier versions left one: among the people with whom an adult may be.
    fileprivate func makesChild(_ member: Member) async throws {
        let birthDate = try day(2016_01_01)
        try await database.write { [now = clock.now] connection in
            try connection.send("UPDATE accounts SET birth_date = 20160101 WHERE person = \(member.id)")
            try connection.save(Birthdays(bornOn: birthDate, in: .gmt), of: member.id, at: now)
        }
    }

    /// Fills the table that the job works off, as the schema step does, and adds a person.
    fileprivate func runsStep(
        _ name: String = "37 children among strangers", besides person: Member?
    ) async throws {
        let step = try #require(Schema.migrations.first { $0.name == name })
        let insertions = step.statements.filter { $0.render(for: .sqlite).text.hasPrefix("INSERT") }
        try #require(insertions.count == 1)
        try await database.write { connection in
            for statement in insertions { try connection.send(statement) }
            guard let person else { return }
            try connection.send("INSERT INTO child_backlog (person) VALUES (\(person.id))")
        }
    }
}
