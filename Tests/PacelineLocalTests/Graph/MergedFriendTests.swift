import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineLocal

@Suite("Friends without accounts who get accounts", .timeLimit(.minutes(5)))
struct MergedFriendTests {
    @Test(
        "a friend is not found before they merge, and the one who merges later asks by the card",
        arguments: [false, true])
    func bothOrders(isReversed: Bool) async throws {
        let scene = try await FriendScene()
        let (first, second) = isReversed ? (scene.ben, scene.ana) : (scene.ana, scene.ben)
        let early = try await first.merge()
        #expect(early.isFinished && early.cardError == nil && early.askedFriends == [])
        #expect(early.unaskedFriends.map(\.friend.person.displayName) == [second.name])
        #expect(early.unaskedFriends.map(\.error?.code) == [.friendCodeNotFound])

        let late = try await second.merge()
        #expect(late.isFinished && late.unaskedFriends == [])
        #expect(late.askedFriends.map(\.person.displayName) == [first.name])
        // Friends and their scores are not among the things that move.
        #expect(late.total == 1 && late.moved == 1)
        let request = try #require(
            try await first.account.requests(.incoming, kind: .friend, PageRequest()).items.first)
        #expect(request.from.id == second.session.person)
        _ = try await first.account.accept(request.id)
        #expect(
            try await second.account.friends(of: .me, PageRequest()).items.map(\.id)
                == [first.session.person])
        // Neither has the score that was pasted for the other.
        for side in [first, second] {
            #expect(
                try await side.account.scores(of: .me, from: nil, to: nil, PageRequest()).items.count == 1)
        }
    }

    @Test("a kill between any two steps asks a friend once, and claims the card")
    func kills() async throws {
        var (count, isThrough) = (0, false)
        while !isThrough {
            let scene = try await FriendScene()
            _ = try await scene.ana.merge()
            var steps = scene.ben.steps().makeAsyncIterator()
            for _ in 0..<count where try await steps.next() == nil { isThrough = true }
            if !isThrough {
                scene.server.network = .losesAnswers
                _ = try await code { _ = try await steps.next() }
                scene.server.network = .works
                // A moved community in memory is closed, where a file would be deleted.
                let isGone = try await code { _ = try await scene.ben.device.community.mergeState } != nil
                if !isGone {
                    let report = try await scene.ben.merge()
                    #expect(report.isFinished && report.askedFriends.count == 1, "after step \(count)")
                }
            }
            let requests = try await scene.ana.account.requests(.incoming, kind: nil, PageRequest()).items
            #expect(requests.count == 1, "after step \(count)")
            count += 1
            try #require(count < 30)
        }
        #expect(count > 4)
    }

    @Test("a friend whose code was typed stays local, and so does one who blocked the account")
    func unasked() async throws {
        let scene = try await FriendScene()
        let typed = try #require(FriendCode("K7M2XQ4PK7M2XQ4P"))
        _ = try await scene.ben.device.community.addFriend(
            named: "Cleo", code: typed, toFriendsOf: scene.ben.device.person)
        _ = try await scene.ana.merge()
        try await scene.ana.account.block(.id(scene.ben.session.person))
        _ = scene.server.arrivals()
        let report = try await scene.ben.merge()
        #expect(report.isFinished && report.askedFriends == [])
        #expect(report.unaskedFriends.map(\.friend.person.displayName) == ["Ana", "Cleo"])
        #expect(report.unaskedFriends.map(\.error?.code) == [.friendCodeNotFound, nil])
        #expect(scene.server.arrivals().count { $0 == "POST /v1/requests" } == 1)
    }

    @Test(
        "what a person can change keeps the community until the card is claimed and friends are asked",
        arguments: [
            ("PUT /v1/me/friend-card", SocialError.Code.usernameRequired),
            ("PUT /v1/me/friend-card", .limitReached), ("POST /v1/requests", .usernameRequired),
            ("POST /v1/requests", .quotaExceeded),
        ])
    func curableErrors(request: String, error: SocialError.Code) async throws {
        let scene = try await FriendScene()
        _ = try await scene.ana.merge()
        scene.server.refusal = { sent in
            guard "\(sent.method.rawValue) \(sent.url)".hasSuffix(request.split(separator: " ")[1]),
                request.hasPrefix(sent.method.rawValue)
            else { return nil }
            return SocialError(error, "Not yet.")
        }
        for _ in 0..<2 { #expect(try await code { _ = try await scene.ben.merge() } == error) }
        let kept = try await scene.ben.device.community.localFriends(of: scene.ben.device.person)
        #expect(kept.count == 1)
        scene.server.refusal = { _ in nil }
        let report = try await scene.ben.merge()
        #expect(report.isFinished && report.cardError == nil)
        #expect(report.askedFriends.map(\.person.displayName) == ["Ana"])
    }

    @Test("a card that another account has does not stop the merge, and is told")
    func takenCard() async throws {
        let scene = try await FriendScene()
        let device = scene.ben.device
        let secret = try #require(try await device.community.engine.session(for: device.person).cardSecret())
        _ = try await scene.ana.account.claimFriendCard(secret: secret)
        let report = try await scene.ben.merge()
        #expect(report.isFinished && report.cardError?.code == .identityTaken && report.moved == 1)
    }
}

/// Two people with a score each, who are friends on their devices, and have new accounts on a server.
struct FriendScene {
    struct Side {
        let name: String
        let device: LocalDevice
        let account: any SocialServices
        let session: HybridSession

        func steps() -> AccountMerge {
            session.merge(device.community, of: device.person, retry: .immediate)
        }

        func merge() async throws -> MergeReport { try await steps().finish() }
    }

    let server: InProcessServer
    let ana, ben: Side

    init() async throws {
        let server = InProcessServer(try await LocalCommunity.inMemory())
        func side(_ name: String) async throws -> Side {
            let device = try await LocalDevice(name)
            let signedIn = try await server.community.signIn(
                with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01"))
            let account = server.community.session(for: signedIn.person.id)
            _ = try await account.setUsername("\(name.lowercased())_online")
            let session = try await HybridSession(
                at: InProcessServer.url, token: signedIn.token, of: signedIn.person.id, in: nil,
                transport: server, isAutomatic: false, now: { Date() })
            return Side(name: name, device: device, account: account, session: session)
        }
        self.server = server
        (ana, ben) = (try await side("Ana"), try await side("Ben"))
        for (one, other) in [(ana.device, ben.device), (ben.device, ana.device)] {
            let friend = try await one.scans(other)
            _ = try await one.services.importScores(LocalDevice.sharedText(3))
            let pasted = try await one.community.importScores(
                LocalDevice.sharedText(4), ofFriend: friend.person.id, for: one.person)
            try #require(pasted.map(\.error) == [nil])
        }
    }
}
