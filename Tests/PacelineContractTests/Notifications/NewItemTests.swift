import Foundation
import Paceline
import Testing

@Suite("Notifications of new items", .timeLimit(.minutes(10)))
struct NewItemTests {
    @Test("subscribers are notified of each item once", arguments: Implementation.allCases)
    func notified(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            try await ben.subscribes(to: ana)
            try await eva.follows(ana)
            try await world.befriend(ivo, ana)
            try await ivo.subscribes(to: ana)
            let workout = try await ana.publishes()
            try await ana.publishes("2000m, well", as: workout.id)
            let score = try await ana.plays(3)
            for member in [ben, ivo] {
                let items = try await member.newItems()
                #expect(items.map(\.item?.id) == [score.id, workout.id.item])
                #expect(
                    items.map(\.sentence)
                        == ["Ana published a score: Wordle", "Ana published a workout: 2000m, well"])
            }
            for member in [ana, eva] { #expect(try await member.newItems() == []) }
            let stream = try await ben.listens()
            try await ana.services.deleteWorkout(workout.id)
            #expect(try await stream.receives() == .notifications)
            #expect(try await ben.notified() == ["newScore ana"])
        }
    }

    @Test(
        "only subscribers who may see the item are notified, at publication and later",
        arguments: Implementation.allCases)
    func privacy(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            for member in [ben, eva, ivo] { try await member.subscribes(to: ana) }
            try await world.befriend(ivo, ana)
            try await ivo.readsAll()
            try await ana.publishes("Alone", .private)
            let shown = try await ana.publishes("Among friends", .friends)
            #expect(try await ben.notified() == [])
            #expect(try await ivo.inbox().items.first?.item?.id == shown.id.item)
            let open = try await ana.publishes("For all")
            for member in [ben, eva] { #expect(try await member.notified() == ["newWorkout ana"]) }
            try await ben.mutes(ana)
            try await ana.blocks(eva)
            for member in [ben, eva] { #expect(try await member.notified() == []) }
            try await ben.unmutes(ana)
            #expect(try await ben.notified() == ["newWorkout ana"])
            try await ana.publishes("For all", .private, as: open.id)
            #expect(try await ben.notified() == [])
        }
    }

    @Test("ends with the subscription, the follow or the setting", arguments: Implementation.allCases)
    func endings(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            for member in [ben, eva, ivo] { try await member.subscribes(to: ana) }
            try await ivo.turns(.newWorkout)
            try await ana.publishes()
            for member in [ben, eva] { #expect(try await member.notified() == ["newWorkout ana"]) }
            #expect(try await ivo.notified() == [])
            // The followed person receives no event.
            #expect(try await ana.receives { try await ben.subscribes(to: ana, false) } == [])
            try await eva.services.unfollow(ana.reference)
            try await eva.follows(ana)
            try await ana.publishes("500m")
            for member in [ben, eva] { #expect(try await member.notified() == []) }
        }
    }

    @Test("is sent once when the item is deleted and published again", arguments: Implementation.allCases)
    func again(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let ana = try await world.person("ana")
            let crowd = try await world.crowd(120)
            for member in crowd { try await member.subscribes(to: ana) }
            let workout = try await ana.publishes()
            try await ana.services.deleteWorkout(workout.id)
            try await ana.publishes(as: workout.id)
            for member in [crowd[0], crowd[119]] {
                #expect(try await member.notified() == ["newWorkout ana"])
                #expect(try await member.unread() == 1)
            }
        }
    }

    @Test("is not sent for old items", arguments: Implementation.allCases)
    func old(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            try await ben.subscribes(to: ana)
            for days in [3.0, 400] {
                try await ana.publishes(startedAt: world.clock.now.addingTimeInterval(-days * 86_400))
            }
            #expect(try await ben.notified() == [])
            try await ana.publishes(startedAt: world.clock.now.addingTimeInterval(-86_400))
            #expect(try await ben.notified() == ["newWorkout ana"])
        }
    }
}

extension Member {
    /// Follows another member, with notifications of new items on or off.
    fileprivate func subscribes(to other: Member, _ isOn: Bool = true) async throws {
        clock.tick()
        _ = try await services.follow(other.reference, notifications: isOn)
    }

    /// Notifications of new items, newest first.
    fileprivate func newItems() async throws -> [SocialNotification] {
        try await inbox().items.filter { [.newWorkout, .newScore].contains($0.kind) }
    }
}
