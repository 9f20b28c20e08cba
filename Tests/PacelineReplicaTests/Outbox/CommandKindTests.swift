import Foundation
import Paceline
import PacelineAPI
import Testing

@testable import PacelineReplica

@Suite("Kinds of commands")
struct CommandKindTests {
    private let workout = Workout.ID.numbered(10)
    private let day = Day("2026-05-28")!

    private func scores(_ games: Game.ID...) throws -> QueuedRequest {
        let scores = games.map {
            DailyScore(game: $0, draft: ScoreDraft(score: 3, isCompleted: true))
        }
        return try QueuedRequest(
            API.publishDailyScores, NoParameters(), DailyScores(day: day, scores: scores))
    }

    @Test("an edit of a workout changes its fields, and keeps the others")
    func editing() throws {
        var item = FeedItem.numbered(10, by: 1)
        var stored = try #require(item.workout)
        stored.detail = WorkoutDetail(intervals: [Interval(index: 0, duration: 107, distance: 500)])
        item.content = .workout(stored)
        var outbox = Outbox()
        let changes = WorkoutChanges(title: "Morning row", visibility: .private)
        try outbox.add(try QueuedRequest(API.editWorkout, WorkoutPath(workout), changes))
        let shown = try #require(replay(.ana([item]), outbox).items[workout.item])
        #expect(shown.workout?.title == "Morning row")
        #expect(shown.workout?.detail == stored.detail)
        #expect(shown.workout?.duration == stored.duration)
        #expect(shown.visibility == .private)
    }

    @Test("edits follow the workout that waits, and go with it when it is deleted")
    func editingWhatWaits() throws {
        var outbox = Outbox()
        try outbox.add(.publish(.rowing(), as: workout))
        try outbox.add(
            try QueuedRequest(API.editWorkout, WorkoutPath(workout), WorkoutChanges(title: "Row")))
        #expect(replay(.ana([]), outbox).items[workout.item]?.workout?.title == "Row")
        #expect(try outbox.send().map(\.kind) == [.publishWorkout], "one at a time on one thing")
        try outbox.add(.delete(workout))
        #expect(replay(.ana([]), outbox).items[workout.item] == nil)
        #expect(outbox.commands.map(\.kind) == [.publishWorkout, .deleteWorkout])
    }

    @Test("removed pictures are gone from the account and the workout")
    func pictures() throws {
        var truth = Truth.ana([.numbered(10, by: 1)])
        truth.account?.avatarURL = "/a"
        truth.account?.headerURL = "/h"
        var stored = try #require(truth.items[workout.item]?.value.workout)
        stored.detail = WorkoutDetail(notes: "Windy.")
        stored.detail?.photoURL = "/p"
        truth.items[workout.item]?.value.content = .workout(stored)
        var outbox = Outbox()
        try outbox.add(try QueuedRequest(API.removeAvatar, NoParameters(), EmptyBody()))
        #expect(replay(truth, outbox).account?.avatarURL == nil)
        #expect(replay(truth, outbox).account?.headerURL == "/h")
        try outbox.add(try QueuedRequest(API.removeHeader, NoParameters(), EmptyBody()))
        try outbox.add(try QueuedRequest(API.removePhoto, WorkoutPath(workout), EmptyBody()))
        let view = replay(truth, outbox)
        #expect(view.account?.headerURL == nil)
        #expect(view.items[workout.item]?.workout?.detail == WorkoutDetail(notes: "Windy."))
    }

    @Test("a day's scores keep the order of each game, and rejected ones are refused alone")
    func dailyScores() throws {
        var outbox = Outbox()
        try outbox.add(try scores(.wordle, .connections))
        let path = ScorePath(.wordle, day)
        try outbox.add(try QueuedRequest(API.publishScore, path, ScoreDraft(score: 2, isCompleted: true)))
        #expect(replay(.ana([]), outbox).scores.count == 2)
        #expect(try outbox.send().map(\.kind) == [.publishDailyScores])
        try outbox.receive([
            try CommandResult(
                number: 1, status: 200,
                json: [
                    "results": [
                        ["game": "wordle", "status": "created"],
                        [
                            "game": "connections", "status": "rejected",
                            "error": ["code": "game_not_found", "message": "There is no such game."],
                        ],
                    ]
                ])
        ])
        let refusal = try #require(outbox.changes.refusals.first)
        #expect(outbox.changes.refusals.count == 1)
        #expect(refusal.request.path == "/v1/scores/connections/\(day)")
        #expect(refusal.request.body == ["score": 3, "isCompleted": true])
        #expect(refusal.error.code == .gameNotFound)
        #expect(refusal.request.operation == "publishScore")
        #expect(try outbox.send().map(\.kind) == [.publishScore])
    }

    @Test("a share text keeps its place among scores, and is refused as a whole")
    func shareTexts() throws {
        var outbox = Outbox()
        let text = try QueuedRequest(API.importScores, NoParameters(), DatedShareText(text: "Wordle 1 3/6"))
        let path = ScorePath(.wordle, day)
        try outbox.add(text)
        try outbox.add(try QueuedRequest(API.publishScore, path, ScoreDraft(score: 2, isCompleted: true)))
        #expect(try outbox.send().map(\.kind) == [.importScores, .publishScore])
        let problem: JSONValue = ["code": "game_not_found", "message": "There is no such game."]
        try outbox.receive([
            try CommandResult(
                number: 1, status: 200,
                json: ["results": [["game": "x", "status": "rejected", "error": problem]]])
        ])
        #expect(outbox.changes.refusals.map(\.request) == [text])
    }

    @Test("batches wait in the lane of past workouts, and everything else in that of actions")
    func lanes() {
        #expect(CommandKind.allCases.filter { $0.lane == .history } == [.publishBatch])
        #expect(CommandKind.allCases.allSatisfy { $0.lane != .pictures })
    }

    @Test("notifications that are marked one by one leave the others unread")
    func reading() throws {
        let (first, second) = (SocialNotification.ID.numbered(1), SocialNotification.ID.numbered(2))
        var outbox = Outbox()
        let body = ReadNotifications(upTo: .start, ids: [first])
        try outbox.add(try QueuedRequest(API.readNotifications, NoParameters(), body))
        let overlay = Overlay(outbox.commands, account: .ana)
        let inbox = NotificationInbox(
            items: [.numbered(1), .numbered(2)], unreadCount: 2)
        let shown = overlay.inbox(inbox)
        #expect(shown.items.map(\.isRead) == [true, false])
        #expect(shown.unreadCount == 1)
        #expect(shown.items.map(\.id) == [first, second])
    }
}

extension Game.ID {
    static let wordle = Game.ID("wordle")!
    static let connections = Game.ID("connections")!
}

extension SocialNotification {
    static func numbered(_ number: Int) -> SocialNotification {
        SocialNotification(
            id: .numbered(number), kind: .kudos, at: .start, isRead: false, count: 1, people: [.numbered(2)])
    }
}
