import Foundation
import Paceline
import Testing

@testable import PacelineAPI

/// Forward compatibility: values from a newer server with kinds that this client does not know.
@Suite struct UnknownKindTests {
    private var samples = Samples(seed: 11)

    /// Decodes a response after replacing parts of its text.
    private func read<Value: WireValue>(_ value: Value, replacing words: [(String, String)]) throws -> Value {
        var text = String(decoding: try value.json(), as: UTF8.self)
        for (word, other) in words {
            #expect(text.contains(word))
            text.replace(word, with: other)
        }
        return try Value.read(
            EncodedResponse(status: 200, contentType: MediaType.json, body: Array(text.utf8)))
    }

    @Test mutating func `a page with an item of an unknown kind decodes, and the other items are unchanged`()
        throws
    {
        var items = [samples.item(), samples.item(), samples.item()]
        items[0].content = .workout(samples.workout())
        items[1].content = .score(samples.score())
        items[2].content = .workout(samples.workout())
        let page = try read(
            Page(items: items, next: nil),
            replacing: [(#""kind":"score""#, #""kind":"badge","badge":{"stars":3}"#)])
        #expect(page.items[1].content == .unknown("badge"))
        #expect(page.items[1].content.kind == nil)
        #expect(page.items[1].kudosCount == items[1].kudosCount)
        #expect([page.items[0], page.items[2]] == [items[0], items[2]])
        #expect(try read(page, replacing: []) == page)
    }

    @Test mutating func `an item without its content is invalid`() throws {
        var item = samples.item()
        item.content = .score(samples.score())
        #expect(throws: SocialError.self) {
            try read(item, replacing: [(#""kind":"score""#, #""kind":"workout""#)])
        }
    }

    @Test mutating func `changes of an unknown kind decode with the others`() throws {
        let changes = [
            Change(.deleted(.comment), samples.id()), Change(.board, samples.id()), samples.change(.group),
        ]
        let page = ChangePage(changes: changes, next: ChangeToken("bmV4dA"), hasMore: false)
        let read = try read(
            page,
            replacing: [
                (#""kind":"comment""#, #""kind":"badge""#),
                (#""kind":"board""#, #""kind":"message","message":{}"#),
            ])
        #expect(read.changes[0].content == .unknown("badge", isDeleted: true))
        #expect(read.changes[1].content == .unknown("message", isDeleted: false))
        #expect(read.changes.map(\.kind) == [nil, nil, .group])
        #expect(read.changes.map(\.kindName) == ["badge", "message", "group"])
        #expect(read.changes.map(\.isDeleted) == [true, false, false])
        #expect(read.changes.map(\.id) == changes.map(\.id))
        #expect(read.changes[2] == changes[2])
        #expect(try self.read(read, replacing: []) == read)
    }

    @Test mutating func `a notification of an unknown kind leaves the inbox readable`() throws {
        var notifications = [samples.notification(), samples.notification()]
        (notifications[0].kind, notifications[1].kind) = (.heart, .kudos)
        let inbox = try read(
            NotificationInbox(items: notifications, next: nil, unreadCount: 2),
            replacing: [(#""kind":"heart""#, #""kind":"challengeWon""#)])
        #expect(inbox.items.map(\.kind) == [.unknown("challengeWon"), .kudos])
        #expect(inbox.items[0].people == notifications[0].people)
        #expect(!inbox.items[0].sentence.isEmpty)
        #expect(inbox.items[1] == notifications[1])
    }

    @Test mutating func `a security event of an unknown kind leaves the inbox and the list readable`() throws
    {
        var notification = samples.notification()
        var event = samples.securityEvent()
        (notification.kind, event.kind) = (.security, .tokenCreated)
        notification.security = event
        let words = [(#""kind":"tokenCreated""#, #""kind":"passkeyAdded""#)]
        let inbox = try read(
            NotificationInbox(items: [notification], next: nil, unreadCount: 1), replacing: words)
        #expect(inbox.items[0].security?.kind == .unknown("passkeyAdded"))
        #expect(!inbox.items[0].sentence.isEmpty)
        let list = try read(Page(items: [event], next: nil), replacing: words)
        #expect(list.items.map(\.kind) == [.unknown("passkeyAdded")] && list.items[0].at == event.at)
    }

    @Test func `a setting for unknown notifications survives a round trip`() throws {
        let settings = try read(
            NotificationSettings(without: [.kudos]), replacing: [(#""heart":true"#, #""challengeWon":false"#)]
        )
        #expect(!settings.wants(.kudos) && settings.wants(.comment) && settings.wants(.heart))
        #expect(!settings.wants(.unknown("challengeWon")))
        #expect(try read(settings, replacing: []) == settings)
    }

    @Test mutating func `an unknown setting leaves the settings readable`() throws {
        var settings = samples.settings()
        settings.available = [.weeklyGoal, .followApproval]
        let read = try read(settings, replacing: [(#"["weeklyGoal""#, #"["theme""#)])
        #expect(read.available == [.unknown("theme"), .followApproval])
        for field in AccountSettings.Field.allCases {
            #expect(AccountSettings.Field(rawValue: field.rawValue) == field)
        }
    }

    @Test mutating func `a season of an unknown kind decodes with its days`() throws {
        var season = samples.season()
        season.kind = .month
        let read = try read(
            Page(items: [season], next: nil), replacing: [(#""kind":"month""#, #""kind":"decade""#)])
        #expect(read.items.map(\.kind) == [.unknown("decade")])
        #expect(read.items.map(\.lastDay) == [season.lastDay])
    }

    @Test mutating func `every known value decodes as itself`() throws {
        for kind in NotificationKind.allCases { #expect(NotificationKind(rawValue: kind.rawValue) == kind) }
        for kind in Season.Kind.allCases { #expect(Season.Kind(rawValue: kind.rawValue) == kind) }
        #expect(NotificationKind(rawValue: "challengeWon") == nil)
        #expect(Set(NotificationKind.allCases.map(\.rawValue)).count == NotificationKind.allCases.count)
    }

    @Test mutating func `a server rejects an unknown kind`() throws {
        let kinds = NotificationSettings([.unknown("challengeWon"): true])
        #expect(throws: SocialError.self) { try NotificationSettings(json: kinds.json()) }
        let security = NotificationSettings([.security: true])
        #expect(throws: SocialError.self) { try NotificationSettings(json: security.json()) }
        var item = samples.item()
        item.content = .unknown("badge")
        #expect(throws: SocialError.self) { try FeedItem(json: item.json()) }
        #expect(throws: SocialError.self) {
            try Change(json: Change(.unknown("badge", isDeleted: true), samples.id()).json())
        }
    }
}
