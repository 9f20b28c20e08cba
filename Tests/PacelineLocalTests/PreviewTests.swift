import Foundation
import PacelineLocal
import Testing

@Suite("The community of previews", .timeLimit(.minutes(5)))
struct PreviewTests {
    /// What one opening of the community shows to the person the app is shown as.
    private struct Screens: Equatable {
        var feed: [FeedItem]
        var inbox: NotificationInbox
        var board: Leaderboard
        var friends: [Person]
        var requests: [ConnectionRequest]
        var groups: [LeaderboardGroup]
        var invitations: [Invitation]
        var account: Account
        var friendCode: String

        init(of community: LocalCommunity) async throws {
            let maya = try await community.session(named: LocalCommunity.Preview.username)
            feed = try await maya.feed(FeedQuery(), PageRequest(limit: 100)).items
            inbox = try await maya.notifications(PageRequest(limit: 100))
            inbox.next = nil
            board = try await maya.leaderboard(LeaderboardQuery(scope: .friends), PageRequest())
            friends = try await maya.friends(of: .me, PageRequest()).items
            requests = try await maya.requests(.incoming, kind: nil, PageRequest()).items
            groups = try await maya.groups(PageRequest()).items
            invitations = try await maya.groupInvitations(PageRequest()).items
            account = try await maya.me()
            friendCode = try await maya.friendCode().code
        }
    }

    @Test("Two openings are equal, with their identifiers and dates")
    func repeatable() async throws {
        let first = try await Screens(of: .preview())
        let second = try await Screens(of: .preview())
        #expect(first == second)
        #expect(first.account.importKey == second.account.importKey)
        let later = try await Screens(
            of: .preview(now: LocalCommunity.Preview.now.addingTimeInterval(86_400)))
        #expect(later.feed.map(\.id) != first.feed.map(\.id))
        #expect(later.friends.map(\.username) == first.friends.map(\.username))
    }

    @Test("Every screen has something to show")
    func believable() async throws {
        let screens = try await Screens(of: .preview())
        #expect(screens.feed.count > 40)
        #expect(screens.feed.contains { $0.workout?.type == .strength })
        #expect(screens.feed.contains { $0.score != nil })
        #expect(screens.feed.contains { $0.latestComment != nil && $0.kudosCount > 1 })
        #expect(Set(screens.friends.map(\.username)) == ["ben", "chiara", "tomaz", "aiko"])
        #expect(screens.account.followerCount == 5)
        #expect(screens.board.rows.count == 4)
        #expect(screens.board.me != nil)
        #expect(screens.requests.map(\.from.username) == ["sam"])
        #expect(screens.groups.map(\.title) == ["Breakfast Crew"])
        #expect(screens.groups.first?.memberCount == 5)
        #expect(screens.invitations.map(\.title) == ["Sunday Scullers"])
    }

    @Test("The inbox has read and unread entries of many kinds")
    func inbox() async throws {
        let inbox = try await Screens(of: .preview()).inbox
        #expect(
            Set(inbox.items.map(\.kind)).isSuperset(of: [
                .requestReceived, .newFollower, .kudos, .bigKudos, .comment, .mention, .reply, .heart,
                .groupInvitation, .overtaken, .newWorkout,
            ]))
        #expect(inbox.items.contains { $0.isRead })
        #expect(inbox.items.contains { !$0.isRead && $0.count > 1 })
        #expect(inbox.unreadCount == inbox.items.count { !$0.isRead })
    }

    @Test(
        "Nothing lies in the future, at any time of the day",
        arguments: [0.0, 600.0, 21_600.0, 43_200.0, 86_399.0])
    func past(secondsAfterMidnight: Double) async throws {
        let now = Date(timeIntervalSince1970: 1_771_891_200 + secondsAfterMidnight)
        let screens = try await Screens(of: .preview(now: now))
        #expect(screens.feed.allSatisfy { $0.at <= now })
        #expect(screens.inbox.items.allSatisfy { $0.at <= now })
        #expect(screens.board.rows.count == 4)
    }

    @Test("Everyone can sign in, and what happens next comes after what happened before")
    func continuing() async throws {
        let community = try await LocalCommunity.preview()
        for username in LocalCommunity.Preview.usernames {
            let credential = Credential.password(
                username: username, password: LocalCommunity.Preview.password)
            #expect(try await community.signIn(with: credential).person.username == username)
        }
        let maya = try await community.session(named: "maya")
        let item = try await maya.feed(FeedQuery(kinds: [.workout]), PageRequest()).items[0].id
        for text in ["one", "two", "three"] {
            _ = try await maya.comment(CommentDraft(text: text), on: item)
        }
        let comments = try await maya.comments(on: item, PageRequest()).items
        #expect(comments.suffix(3).map(\.text) == ["one", "two", "three"])
        #expect(comments.allSatisfy { $0.createdAt < LocalCommunity.Preview.now.addingTimeInterval(1) })
    }
}
