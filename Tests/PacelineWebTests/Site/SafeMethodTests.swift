import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import PacelineDatabase
import Testing

@testable import PacelineWeb

@Suite("A GET changes nothing") struct SafeMethodTests {
    /// A community in which every route has a page.
    fileprivate struct Scene {
        let site: Site
        let ana: Browser
        let workout: Workout
        let score: Score
        let comment: Paceline.Comment
        let group: LeaderboardGroup
        let otherGroup: LeaderboardGroup
        let code: String
        let ben: Person
        let identity: LinkedIdentity.ID
        let friendCode: String
        let redemption: Redemption.ID
    }

    private func scene(_ body: @Sendable (Scene) async throws -> Void) async throws {
        let rewards = try RewardCatalogue([
            RewardOffer(id: Reward.ID(trusted: "bottle"), title: "Bottle", price: 1)
        ])
        try await Site.run(
            serverOperator: ServerOperator(contact: .init("crew@example.org")),
            configuring: { $0.rewards = rewards }
        ) { site in
            let ana = try await site.member("ana")
            for name in ["ben", "cleo", "dan"] { _ = try await site.member(name) }
            let (me, ben) = (try await site.session("ana"), try await site.session("ben"))
            try await site.befriend("ana", "ben")
            _ = try await me.request(RequestDraft(to: .person(.username("cleo"))))
            _ = try await site.session("dan").request(RequestDraft(to: .person(.username("ana"))))
            let workout = try await site.publish(by: "ana", notes: "Windy")
            try await me.setPhoto(Pictures.webP(), of: workout.id)
            for session in [me, ben] {
                _ = try await session.setAvatar(Pictures.webP(1))
                _ = try await session.setHeader(Pictures.webP(2))
            }
            let comment = try await ben.comment(CommentDraft(text: "Strong, @ana"), on: workout.id.item)
            _ = try await ben.giveKudos(to: workout.id.item, big: true)
            let wordle = try #require(Game.ID("wordle"))
            let score = try await me.publish(
                ScoreDraft(score: 3, isCompleted: true), in: wordle, on: site.today
            ).score
            // The first group has no code; the other group's code is valid.
            let group = try await me.createGroup(title: "Crew")
            let otherGroup = try await me.createGroup(title: "Club")
            let code = try await me.joinCode(of: otherGroup.id).code
            try await me.invite(.username("ben"), to: group.id)
            let identity = try #require(try await me.identities().first)
            let redemption = try await me.redeem(Reward.ID(trusted: "bottle"), at: 1)
            // Runs all pending background work now, so that no GET triggers it.
            for _ in 1...4 { try await site.engine.followLog() }
            try await body(
                Scene(
                    site: site, ana: ana, workout: workout, score: score, comment: comment, group: group,
                    otherGroup: otherGroup, code: code, ben: try await me.person(.username("ben")),
                    identity: identity.id, friendCode: try await ben.friendCode().code,
                    redemption: redemption.id))
        }
    }

    /// The comparison includes the event log. It leaves out the stream, which stays open as long as its page.
    @Test("Opening a page changes nothing")
    func pages() async throws {
        try await scene { scene in
            let before = try await DatabaseContents(of: scene.site.database)
            for page in Pages.site where page.method == .get && page.path.description != "/live" {
                for address in scene.addresses(of: page.path) {
                    let response = try await scene.ana.open(address)
                    // The group has no season yet, and the moderators' pages exist for the staff only.
                    let expected =
                        switch page.path.description {
                        case "/seasons/{id}", "/seasons/{id}/cancel": [404]
                        case "/moderation/workouts": [200, 404]
                        case "/moderation/workouts/{id}": [404]
                        default: [200, 303, 422]
                        }
                    #expect(expected.contains(response.status), "\(address): \(response.status)")
                }
                let after = try await DatabaseContents(of: scene.site.database)
                #expect(after.differences(from: before) == [], "\(page.name)")
            }
        }
    }

    /// No week of the group has ended yet.
    private static let statuses = ["season": 404]

    @Test("A GET request to the API changes nothing")
    func endpoints() async throws {
        try await scene { scene in
            let token = try #require(await scene.ana.cookies["paceline-session"])
            let before = try await DatabaseContents(of: scene.site.database)
            for endpoint in AllEndpoints.all where endpoint.method == .get && endpoint.id != "stream" {
                // That a person without a role calls what the staff do is recorded.
                guard endpoint.role == nil else { continue }
                for address in scene.addresses(of: endpoint.path) {
                    let bearer = endpoint.id == "metrics" ? Site.metricsToken : token
                    let response = try await scene.site.client.executeRequest(
                        uri: address, method: .get, headers: [.authorization: "Bearer \(bearer)"], body: nil)
                    #expect(
                        response.status.code == Self.statuses[endpoint.id] ?? 200,
                        "\(address): \(response.status)")
                }
                let after = try await DatabaseContents(of: scene.site.database)
                #expect(after.differences(from: before) == [], "\(endpoint.id)")
            }
        }
    }

    @Test("A group's code cannot create a code for another group")
    func codeOfAnotherGroup() async throws {
        try await scene { scene in
            let path = "/groups/\(scene.group.id)/invite"
            #expect(try await scene.ana.open("\(path)/\(scene.code)").location == path)
            let page = try await scene.site.session("ana").invitePage(
                of: scene.group.id, invitees: PageRequest(), friends: PageRequest())
            #expect(page.joinCode == nil)
        }
    }
}

extension SafeMethodTests.Scene {
    /// The addresses to open for a path template.
    func addresses(of path: PathTemplate) -> [String] {
        let text = path.description
        let filled = path.segments.reduce("") { address, segment in
            switch segment {
            case .literal(let text): address + "/" + text
            case .parameter(let name): address + "/" + value(of: name, in: text)
            }
        }
        let address = filled.isEmpty ? "/" : filled
        return switch text {
        case "/groups/{id}/invite/{code}": [address, "/groups/\(otherGroup.id)/invite/\(code)"]
        case "/items/{id}": [address, "/items/\(workout.id)"]
        case "/": [address, "/?whose=@ben&show=scores", "/?from=soon", "/?week=20260101"]
        case "/games":
            [address, "/games?scope=global&range=custom&from=late", "/games?scope=group:\(group.id)"]
        case "/groups/find": ["/groups/find?code=\(code)", "/groups/find?code=no"]
        case "/friends/find": [address, "/friends/find?q=b"]
        case "/add/{code}": ["/add/\(friendCode)"]
        case "/settings/identities/{id}/unlink": ["/settings/identities/\(identity)/unlink"]
        case "/usernames": ["/usernames?username=ana"]
        case "/v1/people": ["/v1/people?query=b"]
        case "/v1/leaderboards": ["/v1/leaderboards?scope=friends&range=today"]
        default: [address]
        }
    }

    private func value(of parameter: String, in path: String) -> String {
        switch (parameter, path.split(separator: "/").first { $0 != "v1" } ?? "") {
        case ("person", _): "@ben"
        case ("username", _): "ana"
        case ("game", _): "wordle"
        case ("day", _): "\(site.today)"
        case ("code", _): code
        case ("reward", _): "bottle"
        case (_, "experience"): "\(redemption)"
        case (_, "people"): "\(ben.id)"
        case (_, "workouts"): "\(workout.id)"
        case (_, "items"): "\(score.id)"
        case (_, "comments"): "\(comment.id)"
        case (_, "groups"): "\(group.id)"
        default: "\(workout.id)"
        }
    }
}
