import Foundation
import Paceline
import Testing

@Suite("Sentences about notifications") struct NotificationSentenceTests {
    @Test("Every notification has its words, and every text is used")
    func texts() {
        var used: Set<String> = []
        for notification in Self.notifications {
            let headline = notification.headline { key, values in
                used.insert(key)
                return NotificationTexts.english(key, values)
            }
            #expect(headline == notification.headline)
            #expect(!headline.contains(/[{}]|sentence\.|item\.|names\.|others\./), "\(headline)")
        }
        #expect(used == Set(NotificationTexts.texts.keys))
    }

    @Test("A name is never read as a placeholder")
    func placeholders() {
        var notification = Self.notification(.kudos, 2, 2, nil, nil, nil)
        notification.people[0].displayName = "{last}"
        #expect(notification.headline == "{last} and Ben gave kudos to an item that is no longer available")
    }

    /// Notifications of no one to four people about every kind of item, request and group.
    private static var notifications: [SocialNotification] {
        let items: [NotifiedItem?] = [
            nil, item(.workout, "3x10:00/2:00r", nil), item(.score, "Wordle", people[0]),
            item(.workout, "Long run", person("Ivo")),
        ]
        let groups = [nil, NotifiedGroup(id: LeaderboardGroup.ID(UUID()), title: "Crew")]
        return (NotificationKind.allCases + [.unknown("later")]).flatMap { kind in
            [(0, 0), (1, 1), (2, 1), (2, 2), (3, 3), (4, 3)].flatMap { count, shown in
                items.flatMap { item in
                    ConnectionRequest.Kind.allCases.flatMap { request in
                        groups.map { notification(kind, count, shown, item, request, $0) }
                    }
                }
            }
        }
    }

    private static func notification(
        _ kind: NotificationKind, _ count: Int, _ shown: Int, _ item: NotifiedItem?,
        _ request: ConnectionRequest.Kind?, _ group: NotifiedGroup?
    ) -> SocialNotification {
        SocialNotification(
            id: SocialNotification.ID(UUID()), kind: kind, at: Date(), isRead: false, count: count,
            people: Array(people.prefix(shown)), item: item,
            request: request.map { kind in
                ConnectionRequest(
                    id: ConnectionRequest.ID(UUID()), kind: kind, from: people[0], to: people[1],
                    message: nil, state: .pending, createdAt: Date(), expiresAt: Date())
            }, group: group)
    }

    private static let people = ["Ana", "Ben", "Eva"].map(person)

    private static func person(_ name: String) -> Person {
        Person(id: Person.ID(UUID()), username: name.lowercased(), displayName: name, friendCount: 0)
    }

    private static func item(_ kind: NotifiedItem.Kind, _ title: String, _ owner: Person?) -> NotifiedItem {
        NotifiedItem(id: FeedItem.ID(UUID()), kind: kind, title: title, owner: owner)
    }
}
