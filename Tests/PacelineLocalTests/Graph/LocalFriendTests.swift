import Foundation
import PacelineLocal
import PacelineTestSupport
import Testing

@Suite("Friends without accounts", .timeLimit(.minutes(5)))
struct LocalFriendTests {
    @Test("two people who add each other's cards and paste each other's scores see both on their boards")
    func exchange() async throws {
        let (ana, ben) = (try await LocalDevice("Ana"), try await LocalDevice("Ben"))
        for (one, other, name) in [(ana, ben, "Ben"), (ben, ana, "Ana")] {
            let friend = try await one.scans(other)
            #expect(friend.person.displayName == name && friend.hasCard)
            #expect(try await one.community.localFriends(of: one.person) == [friend])
            #expect(try await one.services.friends(of: .me, PageRequest()).items.map(\.displayName) == [name])
        }
        let texts = [LocalDevice.sharedText(3), LocalDevice.sharedText(5)]
        for (one, own, pasted) in [(ana, texts[0], texts[1]), (ben, texts[1], texts[0])] {
            let friend = try #require(try await one.community.localFriends(of: one.person).first)
            let mine = try await one.services.importScores(own)
            let theirs = try await one.community.importScores(
                pasted, ofFriend: friend.person.id, for: one.person)
            for results in [mine, theirs] {
                #expect(results.count == 1 && results.allSatisfy { $0.error == nil })
            }
            #expect(
                try await one.services.scores(of: .me, from: nil, to: nil, PageRequest()).items.count == 1)
            // The feed shows the pasted score, too.
            let authors = try await one.services.feed(FeedQuery(kinds: [.score]), PageRequest()).items
                .map(\.author.displayName)
            #expect(Set(authors) == ["Ana", "Ben"])
        }
        #expect(try await ana.board() == ["Ana: 4", "Ben: 2"])
        #expect(try await ben.board() == ["Ana: 4", "Ben: 2"])
    }

    @Test(
        "one's own card and code are refused, and the same card twice is one friend, also after unfriending")
    func repeating() async throws {
        let (ana, ben) = (try await LocalDevice("Ana"), try await LocalDevice("Ben"))
        #expect(try await code { try await ana.scans(ana) } == .selfNotAllowed)
        let own = try #require(FriendCode(try await ana.services.friendCode().code))
        #expect(
            try await code {
                _ = try await ana.community.addFriend(named: "Me", code: own, toFriendsOf: ana.person)
            } == .selfNotAllowed)
        let first = try await ana.scans(ben)
        #expect(try await ana.scans(ben) == first)
        try await ana.services.unfriend(.id(first.person.id))
        #expect(try await ana.community.localFriends(of: ana.person) == [])
        #expect(
            try await code {
                _ = try await ana.community.importScores(
                    LocalDevice.sharedText(3), ofFriend: first.person.id, for: ana.person)
            } == .personNotFound)
        #expect(try await ana.scans(ben).person.id == first.person.id)
        try await ana.services.block(.id(first.person.id))
        #expect(try await code { try await ana.scans(ben) } == .blockedByMe)
    }

    @Test("a typed code makes a friend without a card, whom the card completes")
    func typing() async throws {
        let (ana, ben) = (try await LocalDevice("Ana"), try await LocalDevice("Ben"))
        let bens = try await ben.community.friendCard(of: ben.person).code
        let typed = try await ana.community.addFriend(named: "Benny", code: bens, toFriendsOf: ana.person)
        #expect(typed.person.displayName == "Benny" && !typed.hasCard)
        let results = try await ana.community.importScores(
            LocalDevice.sharedText(4), ofFriend: typed.person.id, for: ana.person)
        #expect(results.map(\.error) == [nil])
        #expect(try await ana.board() == ["Benny: 3"])
        let scanned = try await ana.scans(ben)
        #expect(scanned.person.id == typed.person.id && scanned.hasCard)
        for name in ["", String(repeating: "a", count: 51)] {
            let other = try #require(FriendCode("K7M2XQ4P"))
            #expect(
                try await code {
                    _ = try await ana.community.addFriend(named: name, code: other, toFriendsOf: ana.person)
                } == .invalidValue)
        }
    }

    @Test(
        "a card stays the same until the friend code is replaced, and names its owner as they are called now")
    func cards() async throws {
        let ana = try await LocalDevice("Ana")
        let first = try await ana.community.friendCard(of: ana.person)
        #expect(first.name == "Ana" && first.link.hasPrefix("https://social.example/add/\(first.code)#"))
        _ = try await ana.services.update(AccountChanges(displayName: "Ana N."), ifMatch: nil)
        let renamed = try await ana.community.friendCard(of: ana.person)
        #expect(renamed.name == "Ana N." && renamed.code == first.code)
        _ = try await ana.services.resetFriendCode()
        #expect(try await ana.community.friendCard(of: ana.person).code != first.code)
    }

    @Test("a friend's score without a day is for today, where the person is now")
    func travelling() async throws {
        let (ana, ben) = (try await LocalDevice("Ana"), try await LocalDevice("Ben"))
        _ = try await ana.services.update(AccountChanges(timeZone: "Pacific/Pago_Pago"), ifMatch: nil)
        let friend = try await ana.scans(ben)
        // A day later than in Pago Pago, at any time.
        let zone = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
        _ = try await ana.services.update(AccountChanges(timeZone: zone.identifier), ifMatch: nil)
        let before = Day(of: Date(), in: zone)
        let results = try await ana.community.importScores(
            "Queens #300 | 0:45", ofFriend: friend.person.id, for: ana.person)
        #expect(results.map(\.error) == [nil])
        let today = Day(of: Date(), in: zone)
        let day = try #require(results.first?.score?.day)
        #expect(day == before || day == today, "midnight may be in between")
        let given = try await ana.community.importScores(
            "Queens #301 | 0:30", ofFriend: friend.person.id, for: ana.person, on: today)
        #expect(given.map(\.error) == [nil])
    }

    @Test("the scores of people who are no local friends cannot be pasted")
    func strangers() async throws {
        let ana = try await LocalDevice("Ana")
        for person in [ana.person, Person.ID(UUID())] {
            #expect(
                try await code {
                    _ = try await ana.community.importScores(
                        LocalDevice.sharedText(3), ofFriend: person, for: ana.person)
                } == .personNotFound)
        }
    }

    @Test("a child can add cards, and is added: these friends are on the device only")
    func children() async throws {
        let (kim, ana) = (try await LocalDevice("Kim", born: "2017-05-01"), try await LocalDevice("Ana"))
        try await kim.scans(ana)
        let kims = try await ana.scans(kim)
        _ = try await ana.community.importScores(
            LocalDevice.sharedText(2), ofFriend: kims.person.id, for: ana.person)
        #expect(try await ana.board() == ["Kim: 5"])
    }
}
