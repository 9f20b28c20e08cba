import Paceline
import PacelineAPI
import Testing

@testable import PacelineReplica

@Suite("Collapsing commands that were never sent")
struct CollapsingTests {
    private let item = FeedItem.ID.numbered(1)
    private let comment = Comment.ID.numbered(2)
    private let workout = Workout.ID.numbered(3)
    private let mira = Person.ID.numbered(4)
    private let day = Day("2026-03-01")!

    private func kinds(_ requests: QueuedRequest...) throws -> [CommandKind] {
        var outbox = Outbox()
        for request in requests { try outbox.add(request) }
        return outbox.commands.map(\.kind)
    }

    @Test("the last of several kudos, edits and deletions of one thing wins")
    func lastStands() throws {
        #expect(try kinds(.kudos(item), .kudos(item, isGiven: false)) == [.withdrawKudos])
        #expect(try kinds(.kudos(item), .kudos(.numbered(9), isGiven: false)).count == 2)
        #expect(try kinds(.heart(comment), .heart(comment, isGiven: false)) == [.withdrawHeart])
        #expect(try kinds(.edit(comment, "a"), .edit(comment, "b")) == [.editComment])
        #expect(
            try kinds(.publish(.rowing("2k"), as: workout), .publish(.rowing("5k"), as: workout))
                == [.publishWorkout])
        // The server may have it already, from another device that imported the same session.
        #expect(try kinds(.publish(.rowing(), as: workout), .delete(workout)) == [.deleteWorkout])
    }

    @Test("a publication without an audience keeps that of the one before")
    func audience() throws {
        var outbox = Outbox()
        try outbox.add(.publish(.rowing("2k", visibility: .private), as: workout))
        var later = WorkoutDraft.rowing("5k")
        later.visibility = nil
        try outbox.add(.publish(later, as: workout))
        #expect(outbox.commands.count == 1)
        #expect(outbox.commands.first?.request.body?["title"] == "5k")
        #expect(outbox.commands.first?.request.body?["visibility"] == "private")

        let draft = ScoreDraft(score: 3, isCompleted: true, visibility: .groups)
        try outbox.add(.publish(draft, in: .wordle, on: day))
        try outbox.add(.publish(ScoreDraft(score: 4, isCompleted: true), in: .wordle, on: day))
        #expect(outbox.commands.count == 2)
        #expect(outbox.commands.last?.request.body?["score"] == 4)
        #expect(outbox.commands.last?.request.body?["visibility"] == "groups")
    }

    @Test("scores that keep more of the one before, or depend on it, are sent one by one")
    func scores() throws {
        let draft = ScoreDraft(score: 3, isCompleted: true)
        var absent = draft
        absent.ifAbsent = true
        #expect(
            try kinds(.publish(draft, in: .wordle, on: day), .publish(absent, in: .wordle, on: day)).count
                == 2)
        var pictured = draft
        pictured.grid = PuzzleGrid("⬛🟨🟩⬛🟩\n🟩🟩🟩🟩🟩")
        #expect(
            try kinds(.publish(pictured, in: .wordle, on: day), .publish(draft, in: .wordle, on: day)).count
                == 2)
        #expect(
            try kinds(.publish(draft, in: .wordle, on: day), .publish(pictured, in: .wordle, on: day)).count
                == 1)
        // The deletion also removes the kudos, the comments and the audience of the score.
        let deletion = try QueuedRequest(API.deleteScore, ScorePath(.wordle, day), EmptyBody())
        #expect(
            try kinds(deletion, .publish(draft, in: .wordle, on: day)) == [.deleteScore, .publishScore])
        #expect(try kinds(.publish(draft, in: .wordle, on: day), deletion) == [.deleteScore])
    }

    @Test("an edit of a comment that waits changes what will be posted")
    func editOfNew() throws {
        var outbox = Outbox()
        try outbox.add(.comment("Wel rowed", as: comment, on: item))
        try outbox.add(.edit(comment, "Well rowed!"))
        let sent = try outbox.send()
        #expect(sent.map(\.kind) == [.addComment])
        #expect(sent.first?.request.body?["text"] == "Well rowed!")
        #expect(sent.first?.request.body?["id"] == .string(comment.description))
    }

    @Test("patches merge field by field")
    func patches() throws {
        var outbox = Outbox()
        try outbox.add(.account(AccountChanges(displayName: "Ana", bio: "Rows.")))
        try outbox.add(.account(AccountChanges(bio: "Runs.")))
        #expect(outbox.commands.map(\.request.body) == [["displayName": "Ana", "bio": "Runs."]])
    }

    @Test("commands that were sent never change")
    func sent() throws {
        var outbox = Outbox()
        try outbox.add(.edit(comment, "a"))
        let sent = try outbox.send()
        try outbox.add(.edit(comment, "b"))
        try outbox.add(.edit(comment, "c"))
        #expect(outbox.commands.count == 2)
        #expect(outbox.commands.first == sent.first)
        #expect(outbox.commands.last?.request.body?["text"] == "c")
    }

    @Test("nothing collapses across a change of who sees what")
    func barriers() throws {
        #expect(
            try kinds(.edit(comment, "a"), .block(mira), .edit(comment, "b"))
                == [.editComment, .block, .editComment])
        #expect(
            try kinds(
                .settings(SettingsChanges(showWorkoutDetails: true)), .kudos(item),
                .settings(SettingsChanges(showWorkoutDetails: false))
            ).count == 3)
        // Blocking ends a friendship, which the end of the block does not bring back.
        #expect(try kinds(.block(mira), .block(mira, isBlocked: false)) == [.block, .unblock])
    }

    @Test("a deletion does not move before what was made in between")
    func deletionWithDependents() throws {
        let reply = Comment.ID.numbered(8)
        #expect(
            try kinds(
                .comment("a", as: comment, on: item),
                .comment("b", as: reply, on: item, replyingTo: comment), .delete(comment))
                == [.addComment, .addComment, .deleteComment])
        #expect(
            try kinds(.comment("a", as: comment, on: item), .kudos(item), .delete(comment))
                == [.deleteComment, .giveKudos])
    }

    @Test("an id in capital letters names the same thing")
    func capitals() throws {
        let item = FeedItem.ID.numbered(10)
        var outbox = Outbox()
        try outbox.add(.kudos(item))
        let withdrawal = try QueuedRequest.kudos(item, isGiven: false)
        try outbox.add(withdrawal.renaming(item.description, to: item.description.uppercased()))
        #expect(outbox.commands.map(\.kind) == [.withdrawKudos])
    }
}
