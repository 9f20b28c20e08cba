import Foundation
import Paceline
import Testing

@Suite("Notification rules") struct NotificationRuleTests {
    private static func person(_ name: String) -> Person {
        Person(id: Person.ID(UUID()), username: name.lowercased(), displayName: name, friendCount: 0)
    }

    private static func notification(
        _ kind: NotificationKind, by names: String..., count: Int? = nil, comment: String? = nil,
        on item: NotifiedItem? = nil, group: String? = nil
    ) -> SocialNotification {
        SocialNotification(
            id: SocialNotification.ID(UUID()), kind: kind, at: Date(), isRead: false,
            count: count ?? names.count, people: names.map(person), item: item,
            comment: comment.map { text in
                Comment(
                    id: Comment.ID(UUID()), item: FeedItem.ID(UUID()), author: nil, text: text, parent: nil,
                    createdAt: Date(), editedAt: nil, heartCount: 0, hasHeart: false, isDeleted: false)
            },
            group: group.map { NotifiedGroup(id: LeaderboardGroup.ID(UUID()), title: $0) })
    }

    @Test("A sentence names the newest people and counts the others")
    func sentences() {
        let item = NotifiedItem(id: FeedItem.ID(UUID()), kind: .workout, title: "5x500m/2:00r")
        #expect(
            Self.notification(.kudos, by: "Ana", on: item).sentence == "Ana gave kudos to your 5 × 500 m")
        #expect(
            Self.notification(.kudos, by: "Ana", "Bor", on: item).sentence
                == "Ana and Bor gave kudos to your 5 × 500 m")
        #expect(
            Self.notification(.kudos, by: "Ana", "Bor", "Eva", on: item).sentence
                == "Ana, Bor and Eva gave kudos to your 5 × 500 m")
        #expect(
            Self.notification(.kudos, by: "Ana", "Bor", "Eva", count: 5, on: item).sentence
                == "Ana, Bor and 3 others gave kudos to your 5 × 500 m")
        #expect(
            Self.notification(.kudos, by: "Ana").sentence
                == "Ana gave kudos to an item that is no longer available")
        #expect(
            Self.notification(.groupJoined, by: "Ana", "Bor", group: "Crew").sentence
                == "Ana and Bor joined Crew")
        #expect(
            Self.notification(.overtaken, by: "Ana").sentence == "Ana overtook you among your friends")
        #expect(
            Self.notification(.mention, by: "Ana", comment: "Well\nrowed").sentence
                == "Ana mentioned you on an item that is no longer available: “Well rowed”")
        #expect(Self.notification(.newWorkout, by: "Ana").sentence == "Ana published a workout")
        #expect(Self.notification(.newScore, by: "Ana").sentence == "Ana published a score")
        let long = Self.notification(.comment, by: "Ana", comment: String(repeating: "x", count: 500))
            .sentence
        #expect(long.hasSuffix("x…”") && long.count < 150)
    }

    @Test("A sentence says whose item it is")
    func owners() {
        var item = NotifiedItem(
            id: FeedItem.ID(UUID()), kind: .score, title: "2000m", owner: Self.person("Ana"))
        var notification = Self.notification(.reply, by: "Ben", on: item)
        #expect(notification.headline == "Ben replied to you on Ana’s 2000m", "a game keeps its name")
        item.kind = .workout
        notification.item = item
        #expect(notification.headline == "Ben replied to you on Ana’s 2k")
        notification.people = item.owner.map { [$0] } ?? []
        #expect(notification.headline == "Ana replied to you on their 2k")
        notification.kind = .heart
        notification.people.append(Self.person("Ben"))
        notification.count = 2
        #expect(notification.headline == "Ana and Ben gave a heart to your comment on Ana’s 2k")
    }

    @Test("A mention comes before a reply, and a reply before a comment; the author is not notified")
    func recipients() {
        let (ana, bor, eva) = (Self.person("Ana").id, Self.person("Bor").id, Self.person("Eva").id)
        #expect(
            CommentRecipients.kinds(author: bor, owner: ana, parentAuthor: nil, mentioned: []) == [
                ana: [.comment]
            ])
        #expect(
            CommentRecipients.kinds(author: bor, owner: ana, parentAuthor: ana, mentioned: [ana, ana, eva])
                == [ana: [.mention, .reply, .comment], eva: [.mention]])
        #expect(
            CommentRecipients.kinds(author: ana, owner: ana, parentAuthor: eva, mentioned: [ana])
                == [eva: [.reply]])
    }

    @Test("A player passes those who were ahead or level and are now behind")
    func overtaking() {
        #expect(Overtaking.passes(5, from: 5, to: 6))
        #expect(Overtaking.passes(5, from: 0, to: 6))
        #expect(!Overtaking.passes(4, from: 5, to: 6))
        #expect(!Overtaking.passes(6, from: 5, to: 6))
        #expect(!Overtaking.passes(5, from: 6, to: 4))
    }

    @Test("A badge is empty for zero and shows 99+ at the limit")
    func badge() {
        #expect([0, 1, 99, 100].map(UnreadCount.label) == ["", "1", "99", "99+"])
    }

    @Test("A missing kind is on")
    func settings() {
        #expect(NotificationSettings([:]).wants(.heart))
        #expect(!NotificationSettings(without: [.heart]).wants(.heart))
        #expect(Set(NotificationSettings(without: []).kinds.keys) == Set(NotificationKind.switchable))
    }

    @Test("Notifications about the security of the account are always on")
    func security() {
        #expect(NotificationKind.allCases.filter { !NotificationKind.switchable.contains($0) } == [.security])
        #expect(NotificationSettings([.security: false]).wants(.security))
    }
}
