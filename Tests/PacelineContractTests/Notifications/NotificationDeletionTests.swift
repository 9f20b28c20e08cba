import Foundation
import Paceline
import Testing

@Suite("Deletions that remove notifications are announced", .timeLimit(.minutes(10)))
struct NotificationDeletionTests {
    @Test("an item, with its kudos and comments", arguments: Implementation.allCases)
    func items(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            let workout = try await ana.publishes()
            try await ben.givesKudos(to: workout)
            try await ana.hearts(try await ben.comments("Well rowed, @eva and @ivo", on: workout))
            #expect(try await ivo.notified() == ["mention ben"])
            try await ivo.mutes(ben)
            let losses = try await losses(of: [ana, ben, eva, ivo]) {
                try await ana.services.deleteWorkout(workout.id)
            }
            // Receivers to whom the notification was hidden get no event.
            #expect(
                losses == [
                    "ana 2, notified 1", "ben 1, notified 1", "eva 1, notified 1", "ivo 0, notified 0",
                ])
        }
    }

    @Test("a score, deleted or expired", arguments: Implementation.allCases)
    func scores(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let scores = [try await ana.plays(3), try await ana.plays(60, in: .mini)]
            for score in scores { _ = try await ben.services.giveKudos(to: score.id, big: false) }
            let deletion = try await losses(of: [ana, ben]) {
                try await ana.services.deleteScore(in: .wordle, on: scores[0].day)
            }
            #expect(deletion == ["ana 1, notified 1", "ben 0, notified 0"])
            try await world.expire(scores[1].id, at: world.clock.now.addingTimeInterval(60))
            let expiry = try await losses(of: [ana]) {
                world.clock.advance(by: 60)
                _ = try await world.purgeExpired()
            }
            #expect(expiry == ["ana 1, notified 1"])
        }
    }

    @Test("a comment, also where a tombstone stays", arguments: Implementation.allCases)
    func comments(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes()
            let comment = try await ben.comments("Well rowed, @eva", on: workout)
            let answer = try await eva.comments("Yes", on: workout, answering: comment)
            let first = try await losses(of: [ana, ben, eva]) {
                try await ben.services.deleteComment(comment.id)
            }
            #expect(first == ["ana 1, notified 1", "ben 0, notified 0", "eva 1, notified 1"])
            let second = try await losses(of: [ana, ben, eva]) {
                try await ana.services.deleteComment(answer.id)
            }
            #expect(second == ["ana 1, notified 1", "ben 1, notified 1", "eva 0, notified 0"])
        }
    }

    @Test("a request, an invitation and a group", arguments: Implementation.allCases)
    func connections(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva, ivo) = try await world.people("ana", "ben", "eva", "ivo")
            let request = try await ana.asks(eva)
            #expect(
                try await losses(of: [ana, eva]) { try await ana.services.cancel(request.id) }
                    == ["ana 0, notified 0", "eva 1, notified 1"])
            let crew = try await ana.createsGroup(with: ben)
            for invited in [eva, ivo] { try await ana.invites(invited, to: crew) }
            #expect(
                try await losses(of: [eva, ivo]) {
                    try await ana.services.removeInvitation(of: ivo.reference, to: crew.id)
                } == ["eva 0, notified 0", "ivo 1, notified 1"])
            let deletion = try await losses(of: [ana, ben, eva]) {
                try await ana.services.deleteGroup(crew.id)
            }
            #expect(deletion == ["ana 1, notified 1", "ben 0, notified 0", "eva 1, notified 1"])
            let alone = try await ana.createsGroup("Alone")
            try await ana.invites(ivo, to: alone)
            #expect(try await losses(of: [ivo]) { try await ana.leaves(alone) } == ["ivo 1, notified 1"])
        }
    }

    @Test(
        "what a hidden person undoes is not announced; a request that a block ends is announced as cancelled",
        arguments: Implementation.allCases)
    func hidden(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await eva.publishes()
            _ = try await eva.createsGroup("Crew", with: ana, ben)
            let comment = try await ben.comments("Look, @ana", on: workout)
            try await ana.plays(4)
            try await ben.plays(3)
            #expect(try await ana.notified().sorted() == ["mention ben", "overtaken ben"])
            try await ana.asks(ben)
            let block = try await losses(of: [ana, ben]) { try await ana.blocks(ben) }
            #expect(block == ["ana 2, notified 0", "ben 1, notified 1"])
            let edit = try await losses(of: [ana]) {
                _ = try await ben.services.edit(comment.id, text: "Look", ifMatch: nil)
            }
            #expect(edit == ["ana 0, notified 0"])
            #expect(
                try await losses(of: [ana]) { try await ben.plays(6) } == ["ana 0, notified 0"])
        }
    }

    /// For each member, how many fewer notifications are unread after the action, and how often their stream announces
    /// a change of the inbox. Open and resumed streams must agree.
    private func losses(of members: [Member], by action: () async throws -> Void) async throws -> [String] {
        var before: [(unread: Int, listener: Listener, position: LogPosition)] = []
        for member in members {
            let unread = try await member.unread()
            let listener = try await member.listens()
            before.append((unread, listener, listener.position))
        }
        try await action()
        var losses: [String] = []
        for (member, (unread, listener, position)) in zip(members, before) {
            let fewer = try await unread - member.unread()
            let notified = try await member.inboxChanges(on: listener)
            let again = try await member.listens(after: position)
            #expect(try await member.inboxChanges(on: again) == notified, "\(member.username) resumes")
            losses.append("\(member.username) \(fewer), notified \(notified)")
        }
        return losses
    }
}

extension Member {
    /// How often the stream has announced a change of the inbox so far.
    fileprivate func inboxChanges(on listener: Listener) async throws -> Int {
        let settings = try await services.settings()
        try await sets(SettingsChanges(emailNotifications: !settings.emailNotifications))
        return try await listener.hearsUntilAccount().count { $0 == .notifications }
    }
}
