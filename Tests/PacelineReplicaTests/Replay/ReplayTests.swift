import Foundation
import Paceline
import PacelineAPI
import Testing

@testable import PacelineReplica

@Suite("Replaying the outbox on the truth")
struct ReplayTests {
    private let item = FeedItem.ID.numbered(10)
    private let comment = Comment.ID.numbered(20)
    private let ben = Person.ID.numbered(2)
    private let mira = Person.ID.numbered(3)

    @Test("kudos that wait count once, and only if the truth has none of the viewer's")
    func kudos() throws {
        var outbox = Outbox()
        try outbox.add(.kudos(item))
        for isMine in [false, true] {
            let truth = Truth.ana([.numbered(10, by: 2, kudos: 5, isMine: isMine)])
            let view = replay(truth, outbox)
            #expect(view.items[item]?.kudosCount == (isMine ? 5 : 6))
            #expect(view.items[item]?.hasKudos == true)
        }
        try outbox.add(.kudos(item, isGiven: false))
        let mine = replay(.ana([.numbered(10, by: 2, kudos: 5, isMine: true)]), outbox)
        #expect(mine.items[item]?.kudosCount == 4)
        #expect(mine.items[item]?.hasKudos == false)
    }

    @Test("a truth that was read after the command was sent may contain it, so nothing is added")
    func readLater() throws {
        var outbox = Outbox()
        try outbox.add(.kudos(item))
        try outbox.add(.comment("Well rowed!", as: comment, on: item))
        _ = try outbox.send(serial: 5)
        let items = [FeedItem.numbered(10, by: 2, kudos: 5, comments: 3)]
        let earlier = replay(.ana(items, serial: 5), outbox)
        #expect(earlier.items[item]?.kudosCount == 6)
        #expect(earlier.items[item]?.commentCount == 4)
        let later = replay(.ana(items, serial: 6), outbox)
        #expect(later.items[item]?.kudosCount == 5)
        #expect(later.items[item]?.commentCount == 3)
        #expect(later.comments[comment]?.text == "Well rowed!")
    }

    @Test("a comment that waits is on its item, with its later edit")
    func comments() throws {
        var outbox = Outbox()
        try outbox.add(.comment("Wel rowed", as: comment, on: item))
        _ = try outbox.send()
        try outbox.add(.edit(comment, "Well rowed!"))
        let view = replay(.ana([.numbered(10, by: 2)]), outbox)
        #expect(view.comments[comment]?.text == "Well rowed!")
        #expect(view.comments[comment]?.author?.username == "ana")
        #expect(view.items[item]?.commentCount == 1)
        #expect(view.items[item]?.latestComment?.id == comment)
        #expect(replay(.ana([]), outbox).comments == [:])
    }

    @Test("a deleted comment with replies stays as a tombstone")
    func tombstones() throws {
        let comments = [
            Comment.numbered(20, on: 10, by: 1), .numbered(21, on: 10, by: 2, replyingTo: 20),
            .numbered(22, on: 10, by: 1),
        ]
        var outbox = Outbox()
        try outbox.add(.delete(comment))
        try outbox.add(.delete(Comment.ID.numbered(22)))
        let view = replay(.ana([.numbered(10, by: 2, comments: 3)], comments: comments), outbox)
        #expect(view.comments[comment]?.isDeleted == true)
        #expect(view.comments[comment]?.text == "")
        #expect(view.comments[.numbered(22)] == nil)
        #expect(view.items[item]?.commentCount == 1)
    }

    @Test("a published workout is in the view, and its deletion removes it with its comments")
    func workouts() throws {
        let workout = Workout.ID.numbered(30)
        var outbox = Outbox()
        try outbox.add(.publish(.rowing("5000m", visibility: .friends), as: workout))
        try outbox.add(.comment("Hard.", as: comment, on: workout.item))
        let view = replay(.ana([]), outbox)
        #expect(view.items[workout.item]?.workout?.title == "5000m")
        #expect(view.items[workout.item]?.visibility == .friends)
        #expect(view.items[workout.item]?.commentCount == 1)
        #expect(view.comments[comment] != nil)
        try outbox.add(.delete(workout))
        #expect(replay(.ana([]), outbox).items == [:])
        #expect(replay(.ana([]), outbox).comments == [:])
    }

    @Test("a pending block or mute hides its person everywhere", arguments: [true, false])
    func hiding(isBlock: Bool) throws {
        var latest = FeedItem.numbered(11, by: 3)
        latest.latestComment = .numbered(20, on: 11, by: 2)
        var truth = Truth.ana([.numbered(10, by: 2), latest], comments: [.numbered(20, on: 11, by: 2)])
        let request = ConnectionRequest(
            id: .numbered(40), kind: .friend, from: .numbered(2), to: .numbered(1), message: nil,
            state: .pending, createdAt: .start, expiresAt: .start)
        truth.requests[request.id] = request
        var outbox = Outbox()
        try outbox.add(isBlock ? .block(ben) : .mute(ben))
        let view = replay(truth, outbox)
        #expect(view.items.keys.sorted() == [.numbered(11)])
        #expect(view.items[.numbered(11)]?.latestComment == nil)
        #expect(view.comments == [:])
        #expect(view.requests == [:])
        #expect(view.people.keys.sorted() == [mira])
        #expect(view.edges[ben] == (isBlock ? .blockedByMe : .following))
        #expect(view.mutes == (isBlock ? [] : [ben]))
    }

    @Test("follows and settings show at once")
    func graphAndSettings() throws {
        var outbox = Outbox()
        try outbox.add(.unfollow(ben))
        try outbox.add(.follow(.numbered(4)))
        try outbox.add(.settings(SettingsChanges(showOnLeaderboards: false)))
        try outbox.add(.account(AccountChanges(displayName: "Ana B.", bio: "Rows.")))
        try outbox.add(.account(AccountChanges(bio: "")))
        let view = replay(.ana([]), outbox)
        #expect(view.edges[ben] == nil)
        #expect(view.people[ben] == nil)
        // Only the server knows whether this person approves followers.
        #expect(view.edges[.numbered(4)] == .requestSentByMe)
        #expect(view.account?.settings.showOnLeaderboards == false)
        #expect(view.account?.displayName == "Ana B.")
        #expect(view.account?.bio == nil)
    }
}
