import Foundation
import Paceline
import Testing

@Suite("Removed members", .timeLimit(.minutes(10)))
struct RemovedMemberTests {
    @Test(
        "nothing that happens in the group later reaches their open stream, a resumed one or their changes",
        .world, arguments: Implementation.allCases)
    func silence(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        world.clock.advance(days: -20)
        let (ana, ben, cem, dan) = try await world.people("ana", "ben", "cem", "dan")
        let group = try await ana.createsGroup(with: ben, cem)
        try await ben.plays(2, on: 2026_02_10)
        let stream = try await ben.listens()
        let start = stream.position
        var app = try await ChangeReader(ben)
        try await ana.removes(ben, from: group)
        #expect(try await ben.hears(on: stream) == ["group lost"])
        #expect(try await app.ofGroups() == ["group gone"])
        let acts: [(name: String, act: @Sendable () async throws -> Void)] = [
            ("rename", { _ = try await ana.services.renameGroup(group.id, title: "Eight") }),
            ("join", { try await dan.joins(try await ana.code(of: group)) }),
            ("score", { try await cem.plays(3, on: 2026_02_10, .groups) }),
            ("role", { try await ana.makes(cem, .administrator, in: group) }),
            ("stop sharing", { _ = try await cem.services.setSharing(false, with: group.id) }),
            ("share", { _ = try await cem.services.setSharing(true, with: group.id) }),
            ("season", { try await world.closeWeek() }),
            (
                "late score",
                {
                    try await cem.plays(1, on: 2026_02_11, .groups)
                    try await world.closeSeasons()
                }
            ),
            ("transfer", { try await ana.transfers(group, to: cem) }),
            ("removal", { try await cem.removes(dan, from: group) }),
            ("leaving", { try await ana.leaves(group) }),
            ("deletion", { try await cem.services.deleteGroup(group.id) }),
        ]
        for (name, act) in acts {
            try await act()
            #expect(try await ben.hears(on: stream) == [], "\(name)")
            #expect(try await app.ofGroups() == [], "\(name)")
        }
        let resumed = try await ben.listens(after: start)
        #expect(try await resumed.catchesUp().filter { $0 != .account }.map(\.summary) == ["group lost"])
    }

    @Test(
        "nor is their inbox announced as changed when a notification from the group is withdrawn", .world,
        arguments: Implementation.allCases)
    func withdrawal(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben, cem) = try await world.people("ana", "ben", "cem")
        let group = try await ana.createsGroup(with: ben, cem)
        try await ben.plays(5)
        try await cem.plays(3)
        #expect(try await ben.notified() == ["overtaken cem"])
        let stream = try await ben.listens()
        try await ana.removes(ben, from: group)
        #expect(try await ben.notified() == [])
        try await cem.plays(6)
        #expect(try await ben.hears(on: stream) == ["group lost"])
    }
}

extension Member {
    /// What the stream has delivered so far, with changes of the inbox.
    fileprivate func hears(on listener: Listener) async throws -> [String] {
        // Reading the inbox creates the notifications.
        _ = try await unread()
        let settings = try await services.settings()
        try await sets(SettingsChanges(emailNotifications: !settings.emailNotifications))
        return try await listener.hearsUntilAccount().map(\.summary)
    }
}

extension ChangeReader {
    /// The changes without those of the account, whose settings the test of the stream changes.
    fileprivate mutating func ofGroups() async throws -> [String] {
        try await summaries().filter { !$0.hasPrefix("account") && !$0.hasPrefix("settings") }
    }
}
