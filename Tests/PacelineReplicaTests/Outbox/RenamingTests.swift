import Foundation
import Paceline
import PacelineAPI
import Testing

@testable import PacelineReplica

/// The server makes a thing under another id than the one that was sent if that one is or was in use.
@Suite("Ids that the server chose")
struct RenamingTests {
    private let workout = Workout.ID.numbered(10)
    private let comment = Paceline.Comment.ID.numbered(11)
    private let request = ConnectionRequest.ID.numbered(12)
    private let mira = Person.ID.numbered(3)

    /// A command of each kind that makes a thing, the server's answer to it with ids 77 and 78, and what waits then:
    /// before the answer and after it.
    private struct Scene {
        let kind: CommandKind
        let command: QueuedRequest
        let answer: JSONValue
        let waiting: [QueuedRequest]
        let renamed: [QueuedRequest]
    }

    private func scenes() throws -> [Scene] {
        let (item, other) = (workout.item, Workout.ID.numbered(77))
        let reply = Paceline.Comment.ID.numbered(20)
        func resolving(_ id: ConnectionRequest.ID) -> QueuedRequest {
            QueuedRequest(.delete, "/v1/requests/\(id)")
        }
        func editing(_ id: Workout.ID) throws -> QueuedRequest {
            try QueuedRequest(API.editWorkout, WorkoutPath(id), WorkoutChanges(title: "Row"))
        }
        func onWorkout(_ id: Workout.ID) throws -> [QueuedRequest] {
            [
                try .kudos(id.item), try .comment("Hard.", as: comment, on: id.item), try editing(id),
                try QueuedRequest(API.removePhoto, WorkoutPath(id), EmptyBody()),
            ]
        }
        func onComment(_ id: Paceline.Comment.ID) throws -> [QueuedRequest] {
            [
                try .heart(id), try .comment("So it was.", as: reply, on: item, replyingTo: id),
                try .edit(id, "Very hard."), try .delete(id),
            ]
        }
        let drafts = [workout, .numbered(13)].map { IdentifiedDraft(id: $0, draft: .rowing()) }
        return [
            Scene(
                kind: .publishWorkout, command: try .publish(.rowing(), as: workout),
                answer: ["workout": ["id": .string(other.description)]],
                waiting: try onWorkout(workout), renamed: try onWorkout(other)),
            Scene(
                kind: .publishBatch, command: try .batch(drafts),
                answer: [
                    "results": [
                        [
                            "id": .string(other.description), "clientId": .string(workout.description),
                            "status": "created",
                        ],
                        ["id": .string(drafts[1].id.description), "status": "created"],
                    ]
                ],
                waiting: try onWorkout(workout) + [.kudos(drafts[1].id.item)],
                renamed: try onWorkout(other) + [.kudos(drafts[1].id.item)]),
            Scene(
                kind: .addComment, command: try .comment("Hard.", as: comment, on: item),
                answer: ["id": .string(Paceline.Comment.ID.numbered(78).description)],
                waiting: try onComment(comment), renamed: try onComment(.numbered(78))),
            Scene(
                kind: .sendRequest,
                command: QueuedRequest(
                    .post, "/v1/requests",
                    body: [
                        "to": .string(mira.description), "kind": "friend", "id": .string(request.description),
                    ]),
                answer: ["id": .string(ConnectionRequest.ID.numbered(78).description)],
                waiting: [resolving(request)], renamed: [resolving(.numbered(78))]),
        ]
    }

    @Test("what waits uses the id that the server chose, for each kind of command that makes a thing")
    func waiting() throws {
        for scene in try scenes() {
            // Each in an outbox of its own: commands that were never sent merge.
            for (waiting, renamed) in zip(scene.waiting, scene.renamed) {
                var outbox = Outbox()
                try outbox.add(scene.command)
                _ = try outbox.send()
                try outbox.add(waiting)
                #expect(try outbox.send().map(\.kind) == [scene.kind], "the other waits")
                try outbox.receive([try CommandResult(number: 1, status: 201, json: scene.answer)])
                let sent = try outbox.send().map(\.request)
                #expect(sent == [renamed], "\(scene.kind)")
            }
        }
    }

    @Test("no kind of command that makes a thing is left out")
    func kinds() throws {
        let values = ["id": UUID().uuidString.lowercased(), "person": mira.description, "game": "wordle"]
        let draft: JSONValue = [
            "id": .string(comment.description), "type": "rowing", "title": "2000m",
            "startedAt": "2026-05-28T06:00:00Z", "duration": 600,
        ]
        // The fields of all requests: each reads its own.
        let body = draft.adding([
            "text": "Hard.", "to": .string(mira.description), "day": "2026-05-28", "group": .null,
            "upTo": "2026-05-28T06:00:00Z", "score": 3, "isCompleted": true, "workouts": [draft],
            "scores": [],
        ])
        var making: Set<CommandKind> = []
        for kind in CommandKind.allCases {
            let endpoint = try #require(kind.endpoint)
            let isOwn = kind == .removeGroupMember
            var path = endpoint.path.description.replacingOccurrences(of: "{day}", with: "2026-05-28")
            for (name, value) in values {
                path = path.replacingOccurrences(
                    of: "{\(name)}", with: isOwn && name == "person" ? "me" : value)
            }
            let scope = try CommandScope(QueuedRequest(endpoint.method, path, body: body))
            #expect(scope.kind == kind)
            if !scope.creates.isEmpty { making.insert(kind) }
        }
        #expect(Set(try scenes().map(\.kind)) == making)
    }

    @Test("the view shows what was made once, under the id that the server chose")
    func view() throws {
        let other = Paceline.Comment.ID.numbered(78)
        let item = FeedItem.numbered(10, by: 2)
        var outbox = Outbox()
        try outbox.add(.comment("Hard.", as: comment, on: item.id))
        _ = try outbox.send(serial: 1)
        try outbox.receive([
            try CommandResult(number: 1, status: 201, json: ["id": .string(other.description)])
        ])
        #expect(Set(replay(.ana([item]), outbox).comments.keys) == [other])
        var found = Paceline.Comment.numbered(78, on: 10, by: 1)
        found.text = "Hard."
        #expect(replay(.ana([item], comments: [found], serial: 2), outbox).comments.count == 1)
    }
}
