import Paceline
import PacelineEngine

// Friends who use the app on devices of their own. Nothing is sent: each adds the other's card, and pastes the scores
// that the other shares.
extension LocalCommunity {
    /// The card by which others add the person as a friend, on devices of their own. The first call makes it, with a
    /// secret that stays in the community's file.
    ///
    /// ```swift
    /// let card = try await community.friendCard(of: localPerson)
    /// share(card.link)
    /// let code = try QRCode(card.link, correction: .low)
    /// ```
    ///
    /// Replacing the person's friend code makes another card, and ends this one.
    /// - Throws: ``SocialError/Code/usernameRequired``, or ``SocialError/Code/readOnly`` if there is no card yet and
    ///   the community is being merged.
    public func friendCard(of person: Person.ID) async throws -> FriendCard {
        try await engine.session(for: person).friendCard()
    }

    /// Adds the owner of a card as a friend of the person: both follow each other in this community, and feeds and
    /// boards show them. Adding a card again changes nothing.
    ///
    /// ```swift
    /// let friend = try await community.add(try FriendCard(link: scannedText), toFriendsOf: localPerson)
    /// show("\(friend.person.displayName) is your friend now.")
    /// ```
    ///
    /// To end the friendship, use `unfriend(_:)` of the person's session.
    /// - Throws: ``SocialError/Code/selfNotAllowed`` for the person's own card, ``SocialError/Code/blockedByMe``,
    ///   ``SocialError/Code/limitReached`` with 1,000 such friends, ``SocialError/Code/usernameRequired``, or
    ///   ``SocialError/Code/readOnly``.
    @discardableResult
    public func add(_ card: FriendCard, toFriendsOf person: Person.ID) async throws -> LocalFriend {
        try await engine.session(for: person).add(card)
    }

    /// Adds a friend by a code that the person typed. They stay local: merging asks only friends with a card, since a
    /// mistyped code may be another person's. Adding their card later changes that.
    ///
    /// ```swift
    /// guard let code = FriendCode(typedText) else { return }
    /// try await community.addFriend(named: typedName, code: code, toFriendsOf: localPerson)
    /// ```
    /// - Parameters:
    ///   - name: see ``DisplayName``.
    ///   - code: the friend's code.
    ///   - person: the person whose friend it is.
    /// - Throws: the errors of ``add(_:toFriendsOf:)`` and ``DisplayName/init(_:in:)``.
    @discardableResult
    public func addFriend(
        named name: String, code: FriendCode, toFriendsOf person: Person.ID
    ) async throws -> LocalFriend {
        try await engine.session(for: person).addFriend(name, typing: code)
    }

    /// The friends whom the person has added, oldest first.
    ///
    /// ```swift
    /// let names = try await community.localFriends(of: localPerson).map(\.person.displayName)
    /// ```
    public func localFriends(of person: Person.ID) async throws -> [LocalFriend] {
        try await engine.session(for: person).localFriends()
    }

    /// Publishes the scores in a text that a friend has shared, as theirs.
    ///
    /// ```swift
    /// for result in try await community.importScores(sharedText, ofFriend: friend.person.id, for: localPerson) {
    ///     if let error = result.error { show(error.message) }
    /// }
    /// ```
    /// - Parameters:
    ///   - text: at most ``ShareText/limit`` bytes of UTF-8.
    ///   - friend: one of ``localFriends(of:)``.
    ///   - person: whose friend it is.
    ///   - day: the day to assume when the text gives none; nil for today in the person's time zone.
    /// - Returns: one result per score in the text.
    /// - Throws: ``SocialError/Code/personNotFound`` for other people, ``SocialError/Code/tooLarge``, or
    ///   ``SocialError/Code/readOnly``.
    public func importScores(
        _ text: String, ofFriend friend: Person.ID, for person: Person.ID, on day: Day? = nil
    ) async throws -> [ScoreBatchResult] {
        try await engine.session(for: person).importScores(text, ofLocalFriend: friend, on: day)
    }
}
