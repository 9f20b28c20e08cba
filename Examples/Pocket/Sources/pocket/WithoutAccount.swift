import Foundation
import PacelineLocal

/// What a person does on this device without an account: they compare puzzles with friends who do the same on theirs.
struct WithoutAccount {
    private let community: LocalCommunity
    private let me: Person.ID
    private var services: any SocialServices { community.session(for: me) }

    /// The only person who uses the community.
    private static let username = "me_on_this_device"

    /// Opens the community of the folder, and closes it at the end.
    static func run(in folder: URL, _ body: (WithoutAccount) async throws -> Void) async throws {
        guard FileManager.default.fileExists(atPath: file(in: folder).path) else {
            throw Problem("Begin first: pocket start NAME")
        }
        try await withCommunity(in: folder) { community in
            guard let me = try await person(in: community) else {
                throw Problem("Begin first: pocket start NAME")
            }
            try await body(WithoutAccount(community: community, me: me))
        }
    }

    static func start(_ name: String, in folder: URL) async throws {
        let name = try DisplayName(name).description
        try await withCommunity(in: folder) { community in
            // A start that failed may have left a file without this person.
            guard try await person(in: community) == nil else {
                throw Problem("You have begun here already. Use another --folder.")
            }
            // No one signs in again: the device's user is the community's.
            let secret = Credential.newDeviceSecret()
            let me = try await community.signIn(with: .device(secret: secret)).person.id
            let services = community.session(for: me)
            _ = try await services.update(AccountChanges(displayName: name), ifMatch: nil)
            _ = try await services.setUsername(username)
        }
        print("Hello, \(printable(name)). Show your card to friends: pocket card")
    }

    private static func person(in community: LocalCommunity) async throws -> Person.ID? {
        do {
            return try await community.session(named: username).me().id
        } catch let error as SocialError where error.code == .personNotFound {
            return nil
        }
    }

    /// Opens the community of the folder, and closes it at the end.
    private static func withCommunity(
        in folder: URL, _ body: (LocalCommunity) async throws -> Void
    ) async throws {
        let community = try await open(in: folder)
        do {
            try await body(community)
        } catch {
            try await community.close()
            throw error
        }
        try await community.close()
    }

    private static func file(in folder: URL) -> URL { folder.appending(path: "local/community.sqlite") }

    private static func open(in folder: URL) async throws -> LocalCommunity {
        // The address of the app's server, where cards open a page.
        try await LocalCommunity(at: file(in: folder), publicURL: "https://pocket.example")
    }
}

extension WithoutAccount {
    func showCard() async throws {
        let card = try await community.friendCard(of: me)
        let code = try QRCode(card.link, correction: .low)
        // Two modules a character, with a quiet zone.
        for y in stride(from: -2, to: code.size + 2, by: 2) {
            print((-2..<code.size + 2).map { Self.blocks(code[$0, y], code[$0, y + 1]) }.joined())
        }
        print(card.link)
    }

    /// Two modules, one above the other, as a dark terminal shows them.
    private static func blocks(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
    }

    func add(_ link: String) async throws {
        let friend = try await community.add(try FriendCard(link: link), toFriendsOf: me)
        print("\(printable(friend.person.displayName)) is your friend now.")
    }

    /// Publishes the scores in a text, as the person's own or as a friend's.
    func paste(_ text: String, by name: String) async throws {
        let results: [ScoreBatchResult]
        if name == "me" {
            results = try await services.importScores(text)
        } else {
            let found = try await community.localFriends(of: me)
                .filter { $0.person.displayName.lowercased() == name.lowercased() }
            guard let friend = found.first, found.count == 1 else {
                throw Problem("\(found.count) friends are called \(name).")
            }
            results = try await community.importScores(text, ofFriend: friend.person.id, for: me)
        }
        if results.isEmpty { throw Problem("There is no score in the text.") }
        for result in results {
            print("\(result.game): \(result.error.map { printable($0.message) } ?? "published")")
        }
    }

    /// The board of the last seven days.
    func showBoard() async throws {
        let board = try await services.leaderboard(
            LeaderboardQuery(scope: .friends, range: .sevenDays), PageRequest())
        if board.rows.isEmpty { print("No scores in the last seven days.") }
        for row in board.rows {
            print("\(row.rank). \(printable(row.person.displayName)): \(row.points) points")
        }
    }
}

extension WithoutAccount {
    /// Brings everything into the account of the session.
    func merge(into session: HybridSession, discardingPictures isDiscarding: Bool) async throws {
        let merge = session.merge(community, of: me, discardingRefusedPictures: isDiscarding)
        let report = try await merge.finish()
        print("\(report.moved) of \(report.total) moved, \(report.kept) kept, \(report.refused) refused.")
        for friend in report.askedFriends { print("\(printable(friend.person.displayName)) is asked.") }
        for unasked in report.unaskedFriends {
            print("\(printable(unasked.friend.person.displayName)) is not asked: \(reason(unasked.error))")
        }
        if let error = report.cardError {
            print("Friends cannot ask you by your card: \(printable(error.message))")
        }
        for picture in report.refusedPictures {
            let name = picture.workout == nil ? "A picture of your profile" : "The photo of a workout"
            print("\(name) is refused: \(printable(picture.error.message))")
        }
        if !report.refusedPictures.isEmpty { print("To do without: pocket merge --discard-pictures") }
        if report.refused > report.refusedPictures.count, !report.isFinished {
            print("Some things were refused: pocket refusals. Then merge again.")
        }
    }

    private func reason(_ error: SocialError?) -> String {
        guard let error else { return "added without a card" }
        return error.code == .friendCodeNotFound
            ? "no account was found by their card" : printable(error.message)
    }

    func cancelMerge(into session: HybridSession) async throws {
        try await session.cancelMerge(of: community)
        print("Everything stays on this device.")
    }
}
