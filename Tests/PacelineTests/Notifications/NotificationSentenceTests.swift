import Foundation
import Paceline
import Testing

@Suite("Sentences about notifications") struct NotificationSentenceTests {
    @Test("Every notification has its words, and every text is used")
    func texts() {
        var used: Set<String> = []
        for notification in Self.notifications + Self.events.map({ Self.notification($0) }) {
            let headline = notification.headline { key, values in
                used.insert(key)
                return NotificationTexts.english(key, values)
            }
            #expect(headline == notification.headline)
            #expect(
                !headline.contains(/[{}]|sentence\.|item\.|names\.|others\.|security\.|way\./), "\(headline)")
        }
        for event in Self.events {
            let sentence = event.sentence { key, values in
                used.insert(key)
                return NotificationTexts.english(key, values)
            }
            #expect(sentence == event.sentence)
            #expect(!sentence.contains(/[{}]|security\.|way\./), "\(sentence)")
        }
        #expect(used == Set(NotificationTexts.texts.keys))
    }

    @Test("A notification of a security event says what happened and from where")
    func security() {
        func sentence(
            _ kind: SecurityEventKind, _ detail: String? = nil, count: Int = 1,
            client: String? = "Firefox on Linux", network: String? = "203.0.113.0/24"
        ) -> String {
            let event = SecurityEvent(
                id: SecurityEvent.ID(UUID()), kind: kind, at: Date(), count: count, detail: detail,
                clientName: client, network: network)
            return Self.notification(event).sentence
        }
        #expect(
            sentence(.signedIn, "password")
                == "New sign-in from Firefox on Linux, at an address beginning with 203.0.113")
        #expect(sentence(.signedIn, "password", client: nil, network: nil) == "New sign-in")
        #expect(
            sentence(.signInFailed, count: 3, client: nil)
                == "3 wrong passwords from an address beginning with 203.0.113")
        #expect(sentence(.passwordChanged, client: "curl", network: nil) == "Password changed (curl)")
        #expect(
            sentence(.tokenCreated, "{origin}", client: "curl", network: nil)
                == "Access token “{origin}” created (curl)", "a name is never read as a placeholder")
        #expect(
            sentence(.signedIn, "password", count: 12, network: nil)
                == "New sign-in from Firefox on Linux (12×)")
        #expect(sentence(.signedIn, count: 2, client: nil, network: nil) == "New sign-in (2×)")
        #expect(
            sentence(.staffChanged, "nora moderator ana", client: nil, network: nil)
                == "Role of @nora on this server changed to moderator by @ana")
        #expect(
            sentence(.staffChanged, "nora member", client: nil, network: nil)
                == "Role of @nora on this server changed to member")
        #expect(
            sentence(.recoveryLinkCreated, client: nil, network: nil)
                == "An administrator made a recovery link")
    }

    @Test(
        "A network is said in words",
        arguments: [
            ("203.0.113.0/24", "an address beginning with 203.0.113"),
            ("10.0.0.0/24", "an address beginning with 10.0.0"),
            ("2001:db8:7::/48", "an address beginning with 2001:db8:7"),
            ("127.0.0.0/24", "the server’s own machine"), ("0:0:0::/48", "the server’s own machine"),
        ])
    func networks(_ network: String, _ words: String) {
        #expect(NetworkText.words(for: network, worded: NotificationTexts.english) == words)
    }

    @Test("A list says what happened, and how often")
    func list() {
        let event = SecurityEvent(
            id: SecurityEvent.ID(UUID()), kind: .signedIn, at: Date(), count: 12, detail: "password",
            clientName: "curl")
        #expect(event.sentence == "Sign-in: Password (12×)" && event.origin == "curl")
        #expect(Self.event(.signInFailed, count: 2).sentence == "2 wrong passwords")
        #expect(Self.event(.recovered, count: 2).origin == nil)
    }

    @Test("Being overtaken says the place and points that are left")
    func overtaken() {
        var notification = Self.notification(.overtaken, 1, 1, nil, nil, nil)
        notification.boardRank = Self.board(1)
        #expect(
            notification.sentence
                == "Ana overtook you among your friends: you have rank 3 on that day’s board with 1 point")
        notification.group = NotifiedGroup(id: LeaderboardGroup.ID(UUID()), title: "Crew")
        notification.boardRank = Self.board(2)
        #expect(
            notification.sentence
                == "Ana overtook you in Crew: you have rank 3 on that day’s board with 2 points")
    }

    @Test(
        "A decision about a workout says what holds now, or only that there is one",
        arguments: [
            (.approved, "that your Long run counts"),
            (.excluded, "that your Long run doesn’t count"), (.appealed, "that your Long run doesn’t count"),
            (nil, "whether your Long run counts"), (.unknown("later"), "whether your Long run counts"),
        ] as [(AnomalyState?, String)])
    func decided(_ state: AnomalyState?, _ words: String) {
        var item = Self.item(.workout, "Long run", nil)
        item.review = state
        #expect(
            Self.notification(.workoutDecided, 1, 1, item, nil, nil).sentence
                == "A moderator decided \(words)")
    }

    @Test("A request is quoted like a comment")
    func quoted() {
        var notification = Self.notification(.requestReceived, 1, 1, nil, .friend, nil)
        #expect(notification.sentence == "Ana wants to be friends")
        notification.request?.message = "From\nthe club"
        #expect(notification.sentence == "Ana wants to be friends: “From the club”")
        #expect(notification.quotation == "From\nthe club")
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
        let decided = AnomalyState.allCases.map { state in
            var item = Self.item(.workout, "Long run", nil)
            item.review = state
            return Self.notification(.workoutDecided, 1, 1, item, nil, nil)
        }
        let groups = [nil, NotifiedGroup(id: LeaderboardGroup.ID(UUID()), title: "Crew")]
        return decided
            + (NotificationKind.allCases + [.unknown("later")]).flatMap { kind in
                [(0, 0), (1, 1), (2, 1), (2, 2), (3, 3), (4, 3)].flatMap { count, shown in
                    items.flatMap { item in
                        ConnectionRequest.Kind.allCases.flatMap { request in
                            groups.flatMap { group in
                                ages.enumerated().map { points, age in
                                    var notification = Self.notification(
                                        kind, count, shown, item, request, group, age)
                                    notification.boardRank = board(points)
                                    return notification
                                }
                            }
                        }
                    }
                }
            }
    }

    private static func notification(
        _ kind: NotificationKind, _ count: Int, _ shown: Int, _ item: NotifiedItem?,
        _ request: ConnectionRequest.Kind?, _ group: NotifiedGroup?, _ age: Int? = nil
    ) -> SocialNotification {
        SocialNotification(
            id: SocialNotification.ID(UUID()), kind: kind, at: Date(), isRead: false, count: count,
            people: Array(people.prefix(shown)), item: item,
            request: request.map { kind in
                ConnectionRequest(
                    id: ConnectionRequest.ID(UUID()), kind: kind, from: people[0], to: people[1],
                    message: nil, state: .pending, createdAt: Date(), expiresAt: Date())
            }, group: group, age: age)
    }

    /// Events of every kind about every way to sign in, once and several times.
    private static var events: [SecurityEvent] {
        let details =
            IdentityProvider.allCases.map(\.rawValue) + StaffRole.allCases.map(\.rawValue) + [
                nil, "later", "nora moderator ana",
            ]
        return (SecurityEventKind.allCases + [.unknown("later")]).flatMap { kind in
            details.flatMap { detail in
                [(1, "203.0.113.0/24"), (1, "127.0.0.0/24"), (2, nil)].map { count, network in
                    event(kind, detail, count: count, network: network)
                }
            }
        }
    }

    private static func event(
        _ kind: SecurityEventKind, _ detail: String? = nil, count: Int = 1, network: String? = nil
    ) -> SecurityEvent {
        SecurityEvent(
            id: SecurityEvent.ID(UUID()), kind: kind, at: Date(), count: count, detail: detail,
            clientName: count == 1 ? "Firefox" : nil, network: network)
    }

    private static func notification(_ event: SecurityEvent) -> SocialNotification {
        SocialNotification(
            id: SocialNotification.ID(UUID()), kind: .security, at: Date(), isRead: false, count: 0,
            people: [], security: event)
    }

    /// The place with so many points; nil with none.
    private static func board(_ points: Int) -> NotifiedRank? {
        guard points > 0, let day = Day(number: 2026_03_01) else { return nil }
        return NotifiedRank(day: day, rank: 3, points: points)
    }

    private static let ages: [Int?] = [nil, 13, 18]

    private static let people = ["Ana", "Ben", "Eva"].map(person)

    private static func person(_ name: String) -> Person {
        Person(id: Person.ID(UUID()), username: name.lowercased(), displayName: name, friendCount: 0)
    }

    private static func item(_ kind: NotifiedItem.Kind, _ title: String, _ owner: Person?) -> NotifiedItem {
        NotifiedItem(id: FeedItem.ID(UUID()), kind: kind, title: title, owner: owner)
    }
}
