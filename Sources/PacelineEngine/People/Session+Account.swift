import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func me() async throws -> Account {
        try await read(as: .account) { try $0.account() }
    }

    public func update(_ changes: AccountChanges, ifMatch version: Version?) async throws -> Account {
        let changes = try changes.checked()
        return try await write(as: .account) {
            try Accounts($0).update(changes, ifMatch: version, in: sessionID)
        }
    }

    /// Updates the account and the settings in one transaction.
    /// - Parameter changes: nil to update only the settings.
    public func update(_ changes: AccountChanges?, and settings: SettingsChanges) async throws {
        let changes = try changes?.checked()
        try await write(as: .account) { try Accounts($0).update(changes, and: settings, in: sessionID) }
    }

    public func setUsername(_ username: String) async throws -> Account {
        let name = try heldName(username)
        return try await write(recording: .usernameChanged) {
            (try setUsername(name, in: Accounts($0)), name.username)
        }
    }

    /// Sets the username and updates the account in one transaction.
    public func setUsername(_ username: String, with changes: AccountChanges) async throws -> Account {
        let name = try heldName(username)
        let changes = try changes.checked()
        return try await write(recording: .usernameChanged) { transaction in
            let accounts = Accounts(transaction)
            _ = try accounts.update(changes, ifMatch: nil, in: sessionID)
            return (try setUsername(name, in: accounts), name.username)
        }
    }

    private func heldName(_ text: String) throws(SocialError) -> HeldName {
        engine.heldName(try Username(text, policy: engine.environment.usernamePolicy))
    }

    /// - Returns: the account with the name.
    private func setUsername(_ name: HeldName, in accounts: Accounts) throws -> Account {
        // Names from before they were held.
        if let old = try accounts.viewer.username.map(Username.init(trusted:)) {
            try accounts.connection.hold(engine.heldName(old), for: viewer)
        }
        return try accounts.setUsername(name)
    }

    public func availability(ofUsername username: String) async throws -> UsernameAvailability {
        try await engine.availability(ofUsername: username)
    }

    public func friendCode() async throws -> FriendCodeLink {
        try await read { try Accounts($0).friendCode() }
    }

    public func resetFriendCode() async throws -> FriendCodeLink {
        try await write(receipt: receipt()) { try Accounts($0).resetFriendCode() }
    }
}

extension Account {
    /// The account with the changes applied.
    /// - Throws: ``SocialError/Code/birthDateFixed``, ``SocialError/Code/ageRestricted``.
    fileprivate func applying(_ changes: AccountChanges, today: Day) throws(SocialError) -> Account {
        var account = self
        if let displayName = changes.displayName { account.displayName = displayName }
        if let bio = changes.bio { account.bio = bio.isEmpty ? nil : bio }
        if let email = changes.email { account.email = email.isEmpty ? nil : email }
        if let fullName = changes.fullName { account.fullName = fullName.isEmpty ? nil : fullName }
        if let timeZone = changes.timeZone { account.timeZone = timeZone }
        if let privacyLevel = changes.privacyLevel { account.privacyLevel = privacyLevel }
        if let birthDate = changes.birthDate, birthDate != account.birthDate {
            guard account.birthDate == nil else {
                throw SocialError(
                    .birthDateFixed, "A birth date can be set only once. Ask an administrator to correct it.",
                    field: "birthDate")
            }
            try Age.check(birthDate: birthDate, today: today)
            account.birthDate = birthDate
        }
        try account.applyAgeRules(on: today, changing: changes, from: self)
        return account
    }
}

extension Accounts {
    /// - Parameters:
    ///   - changes: must be validated.
    ///   - session: the session that makes the changes; nil if the caller has authenticated its person.
    func update(
        _ changes: AccountChanges, ifMatch version: Version?, in session: SignedIn.ID?
    ) throws -> Account {
        let account = try transaction.account()
        try version?.check(against: account.version)
        let changed = try account.applying(changes, today: Day(of: now, in: .gmt))
        // A thief of the session must not have the owner's mail sent to themselves.
        if changed.email != account.email { try requireRecentAuthentication(of: session) }
        try save(changed, replacing: account)
        return try transaction.account()
    }

    /// - Parameter changes: must be validated.
    fileprivate func update(
        _ changes: AccountChanges?, and settings: SettingsChanges, in session: SignedIn.ID?
    ) throws {
        if let changes { _ = try update(changes, ifMatch: nil, in: session) }
        _ = try transaction.update(settings)
    }

    /// - Parameter timeZone: the identifier of an existing time zone.
    func setTimeZone(_ timeZone: String) throws {
        guard try transaction.account().timeZone != timeZone else { return }
        _ = try update(AccountChanges(timeZone: timeZone), ifMatch: nil, in: nil)
    }

    fileprivate func setUsername(_ name: HeldName) throws -> Account {
        let me = viewer.id
        guard try !connection.isTaken(name, for: me) else { throw SocialError.usernameTaken }
        try connection.send("UPDATE people SET username = \(name.username) WHERE id = \(me)")
        try connection.hold(name, for: me)
        try profileDidChange()
        return try transaction.account()
    }

    func resetFriendCode() throws -> FriendCodeLink {
        let code = try connection.unusedFriendCode(using: environment.random)
        try connection.send(
            "UPDATE people SET friend_code = \(code.description) WHERE id = \(viewer.id)")
        return try friendCode()
    }

    fileprivate func save(_ account: Account, replacing old: Account) throws {
        try connection.send(
            """
            UPDATE people
            SET display_name = \(account.displayName), name_folded = \(account.displayName.foldedForSearch),
                bio = \(account.bio), privacy_level = \(account.privacyLevel),
                audience = \(Audience.of(account.privacyLevel))
            WHERE id = \(viewer.id)
            """)
        try connection.send(
            """
            UPDATE accounts
            SET email = \(account.email), full_name = \(account.fullName), birth_date = \(account.birthDate),
                time_zone = \(account.timeZone)
            WHERE person = \(viewer.id)
            """)
        if let birthDate = account.birthDate, birthDate != old.birthDate {
            try restrictForAge(bornOn: birthDate, account.settings)
        }
        if (account.displayName, account.privacyLevel, account.birthDate)
            != (old.displayName, old.privacyLevel, old.birthDate)
        {
            try connection.rebuildStandings(of: viewer.id)
        }
        if account.timeZone != old.timeZone { try connection.recountDays(of: viewer.id) }
        try profileDidChange()
    }

    func profileDidChange() throws {
        try connection.updateSearch(of: viewer.id)
        try connection.bumpVersion(of: viewer.id, at: now)
        try transaction.log(.changedProfile, viewer.id.uuid)
    }

    func friendCode() throws -> FriendCodeLink {
        let code = try connection.fetchFirst("SELECT friend_code FROM people WHERE id = \(viewer.id)") {
            $0[0] as String
        }
        guard let code else { throw SocialError.personNotFound }
        return FriendCodeLink(code: code, url: "\(environment.publicURL)/add/\(code)")
    }
}

extension Version {
    /// - Throws: ``SocialError/Code/preconditionFailed`` when the versions differ.
    func check(against current: Version) throws(SocialError) {
        guard self == current else {
            throw SocialError(
                .preconditionFailed, "It has changed in the meantime. Reload it and try again.")
        }
    }
}
