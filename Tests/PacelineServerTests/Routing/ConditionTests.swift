import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import PacelineEngine
import Testing

@Suite("Entity tags and idempotency keys") struct ConditionTests {
    @Test("An unchanged resource gets 304")
    func notModified() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let workout = try await ana.publish()
            for path in [
                "/v1/workouts/\(workout.id)", "/v1/feed", "/v1/items/\(workout.id)", "/v1/people/me",
                "/v1/items/\(workout.id)/comments", "/v1/requests", "/v1/people/me/code",
                "/v1/me/friend-code/picture",
            ] {
                let first = try await community.send(.get, path, token: ana.token)
                let tag = try #require(first.headers[.eTag])
                #expect(first.headers[.cacheControl] == "private, no-cache")
                for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                    let again = try await community.send(.get, path, token: ana.token, [.ifNoneMatch: known])
                    #expect(again.status == 304)
                    #expect(again.body.isEmpty)
                    #expect(again.headers[.eTag] == tag)
                }
                let other = try await community.send(
                    .get, path, token: ana.token, [.ifNoneMatch: "\"other\""])
                #expect(other.status == 200)
            }
        }
    }

    @Test("A workout without its details has another entity tag")
    func hiddenDetails() async throws {
        try await Community.run { community in
            let (ana, ben) = try await community.friends("ana", "ben")
            let path = "/v1/workouts/\(try await ana.publish().id)"
            var tags: [String] = []
            for isShown in [true, false, true] {
                _ = try await ana.session.update(SettingsChanges(showWorkoutDetails: isShown))
                let known = tags.last ?? "\"none\""
                let response = try await community.send(
                    .get, path, token: ben.token, [.ifNoneMatch: known])
                #expect(response.status == 200)
                tags.append(try #require(response.headers[.eTag]))
            }
            #expect(tags[0] == tags[2] && tags[0] != tags[1])
        }
    }

    @Test("A workout's entity tag changes with what it earned, and If-Match accepts the earlier one")
    func awards() async throws {
        let clock = StoppedClock()
        let environment = EngineEnvironment(now: { clock.now }, passwordCost: .fast)
        try await Community.run(environment: environment) { community in
            let ana = try await community.member("ana")
            let start = clock.now.addingTimeInterval(-7_200)
            func publish(_ distance: Double, at start: Date) async throws -> Workout.ID {
                let draft = WorkoutDraft(
                    type: .rowing, title: "Row", startedAt: start, duration: 480,
                    measures: WorkoutMeasures(distance: distance))
                return try await ana.session.publish(draft, as: Workout.ID(UUID()), ifMatch: nil).workout.id
            }
            let path = "/v1/workouts/\(try await publish(2_000, at: start))"
            let before = try await community.send(.get, path, token: ana.token)
            let tag = try #require(before.headers[.eTag])
            #expect(try await community.send(.get, path, token: ana.token, [.ifNoneMatch: tag]).status == 304)
            // It earns the XP instead: the two are less than 30 minutes apart.
            _ = try await publish(4_000, at: start.addingTimeInterval(600))
            let after = try await community.send(.get, path, token: ana.token, [.ifNoneMatch: tag])
            #expect(after.status == 200 && after.headers[.eTag] != tag)
            #expect(after.text.contains(#""reason":"cooldown""#))
            clock.advance(by: 1)
            let json = """
                {"type": "rowing", "title": "Morning row", "startedAt": "\(Timestamp.text(of: start))", \
                "duration": 480, "distance": 2000}
                """
            let edited = try await community.send(.put, path, token: ana.token, [.ifMatch: tag], json: json)
            #expect(edited.status == 200 && edited.text.contains("Morning row"))
            try await community.send(.put, path, token: ana.token, [.ifMatch: tag], json: json)
                .expect(.preconditionFailed, 412)
        }
    }

    @Test("A list's entity tag changes with its contents")
    func tagsOfLists() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let before = try await community.send(.get, "/v1/feed", token: ana.token)
            try await ana.publish()
            let tag = try #require(before.headers[.eTag])
            let after = try await community.send(.get, "/v1/feed", token: ana.token, [.ifNoneMatch: tag])
            #expect(after.status == 200)
            #expect(after.headers[.eTag] != tag)
        }
    }

    @Test("An account never gets 304, since its counts change without a new version")
    func accountsAreSent() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let first = try await community.send(.get, "/v1/me", token: ana.token)
            let tag = try #require(first.headers[.eTag])
            let again = try await community.send(.get, "/v1/me", token: ana.token, [.ifNoneMatch: tag])
            #expect(again.status == 200)
        }
    }

    @Test("An unchanged picture gets 304")
    func pictures() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let set = try await community.send(
                .put, "/v1/me/avatar", token: ana.token, [.contentType: "image/webp"], body: Pictures.small)
            #expect(set.status == 200)
            let avatar = try await community.send(.get, "/v1/people/me/avatar", token: ana.token)
            #expect(avatar.headers[.contentType] == "image/webp")
            let tag = try #require(avatar.headers[.eTag])
            let again = try await community.send(
                .get, "/v1/people/me/avatar", token: ana.token, [.ifNoneMatch: tag])
            #expect(again.status == 304)
        }
    }

    @Test("If-Match rejects an edit of another version")
    func ifMatch() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let tag = try #require(
                try await community.send(.get, "/v1/me", token: ana.token).headers[.eTag])
            for foreign in ["\"1\"", "\"no version\"", "W/\(tag)", tag + ", \"2\"", "*", "", "\""] {
                let rejected = try await community.send(
                    .patch, "/v1/me", token: ana.token, [.ifMatch: foreign], json: #"{"bio":"No"}"#)
                rejected.expect(.preconditionFailed, 412, "\(foreign)")
            }
            #expect(try await ana.session.me().bio == nil)
            let changed = try await community.send(
                .patch, "/v1/me", token: ana.token, [.ifMatch: tag], json: #"{"bio":"Yes"}"#)
            #expect(changed.status == 200)
            #expect(try await ana.session.me().bio == "Yes")
        }
    }

    @Test("If-Match applies to workouts and comments")
    func ifMatchOfOthers() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let workout = try await ana.publish()
            let draft = #"{"type":"rowing","title":"Other","startedAt":"2026-02-02T06:00:00Z","duration":9}"#
            let comment = try await ana.session.comment(CommentDraft(text: "First"), on: workout.id.item)
            for (method, path, json) in [
                (.put, "/v1/workouts/\(workout.id)", draft),
                (.patch, "/v1/comments/\(comment.id)", #"{"text":"Second"}"#),
            ] as [(HTTPRequest.Method, String, String)] {
                try await community.send(method, path, token: ana.token, [.ifMatch: "\"1\""], json: json)
                    .expect(.preconditionFailed, 412)
            }
            #expect(try await ana.session.workout(workout.id).title == "Row")
            let texts = try await ana.session.comments(on: workout.id.item, PageRequest()).items.map(\.text)
            #expect(texts == ["First"])
        }
    }

    @Test("A QR code has the preferred format, and each format its own entity tag")
    func accepting() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            for (accept, type) in [
                ("*/*", "image/svg+xml"), ("image/png", "image/png"), ("text/plain", MediaType.text),
                ("image/avif,image/png;q=0.9,image/*;q=0.8", "image/png"), ("text/html", "image/svg+xml"),
            ] {
                for path in ["/v1/people/@ana/code", "/v1/me/friend-code/picture"] {
                    let response = try await community.send(.get, path, token: ana.token, [.accept: accept])
                    #expect(response.status == 200)
                    #expect(response.headers[.contentType] == type)
                    #expect(response.headers[.vary] == "Accept, Authorization")
                    let tag = try #require(response.headers[.eTag])
                    let other = try await community.send(
                        .get, path, token: ana.token,
                        [.accept: type == "image/png" ? "image/svg+xml" : "image/png", .ifNoneMatch: tag])
                    #expect(other.status == 200)
                }
            }
        }
    }

    @Test("Publishing a workout returns its location and status, then that it is unchanged")
    func publishing() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let path = "/v1/workouts/0190163d-8694-739b-aea5-966c26f8ad91"
            let json =
                #"{"type":"rowing","title":"Row","startedAt":"2026-02-02T06:00:00Z","duration":480,"distance":2000}"#
            let created = try await community.send(.put, path, token: ana.token, json: json)
            #expect(created.status == 201)
            #expect(created.headers[.location] == path)
            #expect(created.headers[.status] == "created")
            let tag = try #require(created.headers[.eTag])
            let again = try await community.send(.put, path, token: ana.token, [.ifMatch: tag], json: json)
            #expect(again.status == 200)
            #expect(again.headers[.location] == nil)
            #expect(again.headers[.status] == "unchanged")
        }
    }

    @Test("A repeated idempotency key creates one comment")
    func idempotency() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let item = try await ana.publish().id
            let path = "/v1/items/\(item)/comments"
            let key: HTTPFields = [.idempotencyKey: "a-key"]
            let first = try await community.send(
                .post, path, token: ana.token, key, json: #"{"text":"Well rowed"}"#)
            let second = try await community.send(
                .post, path, token: ana.token, key, json: #"{"text":"Well rowed"}"#)
            #expect(first.status == 201)
            #expect(second.status == 201)
            #expect(first.body == second.body)
            #expect(first.headers[.location] == second.headers[.location])
            try await community.send(.post, path, token: ana.token, key, json: #"{"text":"Another"}"#)
                .expect(.idempotencyKeyReused, 422)
            #expect(try await ana.session.item(item.item).commentCount == 1)
        }
    }

    @Test("A repeated idempotency key creates one tournament, of a group and of everyone")
    func idempotentTournaments() async throws {
        try await Community.run { community in
            let chief = try await community.staffMember("chief", .administrator)
            let group = try await chief.session.createGroup(title: "Crew")
            let today = Day(of: Date(), in: .gmt)
            let json = { (title: String) in
                """
                {"title": "\(title)", "metric": "distance", "firstDay": "\(today.adding(days: 1))", \
                "lastDay": "\(today.adding(days: 3))"}
                """
            }
            for (path, owner) in [
                ("/v1/groups/\(group.id)/tournaments", group.id as LeaderboardGroup.ID?),
                ("/v1/admin/tournaments", nil),
            ] {
                // A key belongs to one request of a person.
                let name = owner == nil ? "everyone" : "group"
                let key: HTTPFields = [.idempotencyKey: name]
                let post = { (title: String, key: HTTPFields) in
                    try await community.send(.post, path, token: chief.token, key, json: json(title))
                }
                let responses = [try await post("Sprint", key), try await post("Sprint", key)]
                #expect(responses.map(\.status) == [201, 201], "\(path)")
                #expect(responses[0].body == responses[1].body, "\(path)")
                #expect(responses[0].headers[.location] == responses[1].headers[.location], "\(path)")
                try await post("Marathon", key).expect(.idempotencyKeyReused, 422)
                let listed = { try await chief.session.seasons(of: owner, kind: .tournament, PageRequest()) }
                #expect(try await listed().items.map(\.title) == ["Sprint"], "\(path)")
                // Without a key, or with another, it is a second tournament.
                for other: HTTPFields in [[:], [.idempotencyKey: "\(name)-again"]] {
                    #expect(try await post("Sprint", other).status == 201, "\(path)")
                }
                #expect(try await listed().items.count == 3, "\(path)")
            }
        }
    }

    @Test(
        "An invalid idempotency key is rejected",
        arguments: ["", " ", "a b", "ä", String(repeating: "a", count: 256)])
    func badKeys(key: String) async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            let item = try await ana.publish().id
            let response = try await community.send(
                .post, "/v1/items/\(item)/comments", token: ana.token, [.idempotencyKey: key],
                json: #"{"text":"No"}"#)
            response.expect(.malformed, 400)
            #expect(try await ana.session.item(item.item).commentCount == 0)
        }
    }
}
