import Foundation
import HTTPTypes
import Paceline
import PacelineAPI
import PacelineEngine
import Testing

@testable import PacelineServer

@Suite("Children and strangers at each endpoint") struct ChildrenAndStrangersTests {
    enum Caller: String, CaseIterable { case child, stranger }

    @Test(
        "Between a child and a stranger a call fails as the table says, and between adults it succeeds",
        arguments: Caller.allCases)
    func calls(caller: Caller) async throws {
        try await Community.run { community in
            let rules = AccessRule.all.filter { rule in
                // A child may follow strangers, and write below what they show to all.
                rule.childCode != nil
                    && (caller == .stranger || ![API.follow.id, API.addComment.id].contains(rule.endpoint))
            }
            for (number, rule) in rules.enumerated() {
                for isChild in [true, false] {
                    let scene = try await Scene(
                        in: community, named: "\(isChild ? "kid" : "adult")\(number)", isChild: isChild,
                        caller, at: rule.endpoint)
                    let response = try await scene.call()
                    if isChild {
                        let isRefused = response.text.contains("\"\(rule.childCode ?? "")\"")
                        #expect(isRefused, "\(rule.endpoint): \(response.text)")
                    } else {
                        let isDone = (200..<300).contains(response.status)
                        #expect(isDone, "\(rule.endpoint): \(response.text)")
                    }
                }
            }
        }
    }
}

/// Two people who do not know each other, one of whom gives a birth date only after the other has asked and invited
/// them.
private struct Scene {
    let community: Community
    let caller: Member
    let other: Member
    let othersName: String
    let endpoint: String
    let request: ConnectionRequest.ID?
    /// The caller's, and the other's.
    let groups: [LeaderboardGroup.ID]
    let code: String
    let item: FeedItem.ID

    init(
        in community: Community, named name: String, isChild: Bool,
        _ caller: ChildrenAndStrangersTests.Caller,
        at endpoint: String
    ) async throws {
        self.community = community
        self.endpoint = endpoint
        let signedIn = try await community.engine.signIn(
            with: .device(secret: Credential.newDeviceSecret()))
        let session = try await community.engine.services(token: signedIn.token)
        _ = try await session.setUsername(name)
        let late = Member(id: signedIn.person.id, token: signedIn.token, session: session)
        let stranger = try await community.member("sam_\(name)")
        (self.caller, other) = caller == .child ? (late, stranger) : (stranger, late)
        othersName = caller == .child ? "@sam_\(name)" : "@\(name)"
        request =
            endpoint == API.acceptRequest.id
            ? try await other.session.request(RequestDraft(to: .person(.id(self.caller.id)))).id : nil
        var groups: [LeaderboardGroup.ID] = []
        for owner in [self.caller, other] {
            groups.append(try await owner.session.createGroup(title: "Crew").id)
        }
        self.groups = groups
        code = try await other.session.joinCode(of: groups[1]).code
        if endpoint == API.acceptGroupInvitation.id {
            try await other.session.invite(.id(self.caller.id), to: groups[1])
        }
        let birthDate = Day(of: Date(), in: .gmt).adding(years: isChild ? -10 : -30)
        _ = try await session.update(
            AccountChanges(birthDate: birthDate, privacyLevel: isChild ? nil : .public), ifMatch: nil)
        let draft = WorkoutDraft(
            type: .rowing, title: "Row", startedAt: Date(timeIntervalSinceNow: -86_400), duration: 900,
            visibility: isChild && caller == .stranger ? .friends : .public)
        item = try await other.session.publish(draft, as: Workout.ID(UUID()), ifMatch: nil).workout.id.item
    }

    func call() async throws -> ServerResponse {
        let (method, path, json): (HTTPRequest.Method, String, String?) =
            switch endpoint {
            case API.sendRequest.id:
                (.post, "/v1/requests", #"{"kind": "friend", "to": "\#(othersName)"}"#)
            case API.acceptRequest.id: (.post, "/v1/requests/\(request?.description ?? "")/accept", nil)
            case API.follow.id: (.put, "/v1/following/\(othersName)", "{}")
            case API.invitePerson.id: (.put, "/v1/groups/\(groups[0])/invitations/\(othersName)", nil)
            case API.acceptGroupInvitation.id: (.post, "/v1/groups/\(groups[1])/accept", nil)
            case API.groupPreview.id: (.get, "/v1/groups/invitations/\(code)", nil)
            case API.joinGroup.id: (.post, "/v1/groups/join", #"{"code": "\#(code)"}"#)
            case API.addComment.id: (.post, "/v1/items/\(item)/comments", #"{"text": "Well done"}"#)
            default: throw SocialError(.notFound, "\(endpoint) has no call here.")
            }
        return try await community.send(method, path, token: caller.token, body: json.map { Array($0.utf8) })
    }
}
