import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func me() async throws -> Account {
        try await read(as: .account) { try $0.account() }
    }

    public func update(_ changes: AccountChanges, ifMatch version: Version?) async throws -> Account {
        let changes = try await checked(changes)
        return try await writeRecorded {
            try Accounts($0).update(changes, ifMatch: version, in: sessionID)
        }
    }

    /// Updates the account and the settings in one transaction.
    /// - Parameter changes: nil to update only the settings.
    public func update(_ changes: AccountChanges?, and settings: SettingsChanges) async throws {
        var accepted: AccountChanges?
        if let changes { accepted = try await checked(changes) }
        try await writeRecorded { [accepted] in
            ((), try Accounts($0).update(accepted, and: settings, in: sessionID))
        }
    }

    public func setUsername(_ username: String) async throws -> Account {
        let name = try heldName(username)
        return try await writeRecorded { try setUsername(name, in: Accounts($0)) }
    }

    /// Sets the username and updates the account in one transaction.
    public func setUsername(_ username: String, with changes: AccountChanges) async throws -> Account {
        let name = try heldName(username)
        let changes = try await checked(changes)
        return try await writeRecorded { transaction in
            let accounts = Accounts(transaction)
            let updated = try accounts.update(changes, ifMatch: nil, in: sessionID)
            let named = try setUsername(name, in: accounts)
            return (named.value, updated.changes + named.changes)
        }
    }

    /// Checks and normalises every value.
    func checked(_ changes: AccountChanges) async throws -> AccountChanges {
        try changes.checked(
            in: try await engine.reservedNames(forChoosing: changes.displayName, by: viewer))
    }

    private func heldName(_ text: String) throws(SocialError) -> HeldName {
        engine.heldName(try Username(text, policy: engine.environment.usernamePolicy))
    }

    /// - Returns: the account with the name.
    private func setUsername(
        _ name: HeldName, in accounts: Accounts
    ) throws -> (value: Account, changes: [SecurityChange]) {
        let old = try accounts.viewer.username.map { engine.heldName(Username(trusted: $0)) }
        guard old?.username != name.username else { return (try accounts.transaction.account(), []) }
        // A thief of the session must not change how its owner signs in.
        if old != nil { try accounts.requireRecentAuthentication(of: sessionID) }
        return (
            try accounts.setUsername(name, replacing: old),
            [SecurityChange(kind: .usernameChanged, detail: name.username)]
        )
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
    /// Whether everything that others may see of the account itself is equal.
    fileprivate func showsSameProfile(as other: Account) -> Bool {
        (displayName, bio, privacyLevel) == (other.displayName, other.bio, other.privacyLevel)
    }

    /// The account with the changes applied, before the rules for its age.
    /// - Throws: ``SocialError/Code/birthDateFixed``.
    fileprivate func applying(_ changes: AccountChanges) throws(SocialError) -> Account {
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
            account.birthDate = birthDate
        }
        return account
    }
}

extension Accounts {
    /// When the viewer's email address was confirmed; nil for never.
    private func emailConfirmedAt() throws -> Date? {
        try connection.fetchFirst("SELECT email_confirmed_at FROM accounts WHERE person = \(viewer.id)") {
            $0[0] as Date?
        } ?? nil
    }

    /// - Parameters:
    ///   - changes: must be validated.
    ///   - session: the session that makes the changes; nil if the caller has authenticated its person.
    /// - Returns: the account, and what to record.
    func update(
        _ changes: AccountChanges, ifMatch version: Version?, in session: SignedIn.ID?
    ) throws -> (value: Account, changes: [SecurityChange]) {
        let account = try transaction.account()
        try version?.check(against: account.version)
        var changed = try account.applying(changes)
        var recorded: [SecurityChange] = []
        // A thief of the session must not have the owner's mail sent to themselves.
        if changed.email != account.email {
            try requireRecentAuthentication(of: session)
            recorded.append(SecurityChange(kind: .emailChanged))
            changed.isEmailConfirmed = false
        }
        var newAge: AgeGroup?
        if let birthDate = changed.birthDate, birthDate != account.birthDate {
            // Nor restrict the account like a child's for good. People without a username are still signing up.
            if account.username != nil {
                try requireRecentAuthentication(of: session)
                recorded.append(SecurityChange(kind: .birthDateSet))
            }
            try environment.check(birthDate: birthDate, in: changed.zone)
            newAge = AgeGroup(bornOn: birthDate, at: now, in: changed.zone)
        }
        if newAge != nil || changes.privacyLevel != nil {
            let age = try newAge ?? transaction.age(of: viewer.id)
            try changed.applyAgeRules(
                for: age, changing: changes, from: account,
                keeping: account.username == nil ? connection.earlyChoices(of: viewer.id) : [],
                scoreVisibility: environment.scoreVisibility)
        }
        if changes.privacyLevel != nil, account.username == nil {
            try connection.add(.level, of: viewer.id)
        }
        let confirmedAt = try changed.email == account.email ? nil : emailConfirmedAt()
        try save(changed, replacing: account, becoming: newAge)
        if changed.email != account.email {
            try emailDidChange(from: account, confirmedAt: confirmedAt, to: changed)
        }
        return (try transaction.account(), recorded)
    }

    /// - Parameter changes: must be validated.
    /// - Returns: what to record.
    fileprivate func update(
        _ changes: AccountChanges?, and settings: SettingsChanges, in session: SignedIn.ID?
    ) throws -> [SecurityChange] {
        let recorded = try changes.map { try update($0, ifMatch: nil, in: session).changes } ?? []
        _ = try transaction.update(settings)
        return recorded
    }

    /// Applies the time zone and birth date that a sign-in contains.
    /// - Parameters:
    ///   - timeZone: the identifier of an existing time zone.
    ///   - birthDate: is ignored if there is one already.
    /// - Returns: what to record.
    func complete(timeZone: String?, birthDate: Day?) throws -> [SecurityChange] {
        let account = try transaction.account()
        let changes = AccountChanges(
            birthDate: account.birthDate == nil ? birthDate : nil,
            timeZone: timeZone == account.timeZone ? nil : timeZone)
        guard changes != AccountChanges() else { return [] }
        return try update(changes, ifMatch: nil, in: nil).changes
    }

    fileprivate func setUsername(_ name: HeldName, replacing old: HeldName?) throws -> Account {
        let me = viewer.id
        if environment.minimumAge > 0, old == nil, try transaction.age(of: me) == .unknown {
            throw SocialError.birthDateRequired("birthDate")
        }
        guard try !connection.isTaken(name, for: me) else { throw SocialError.usernameTaken }
        if let old {
            // The name may be older than the rule that names are held.
            try connection.hold(old, for: me)
            try connection.leave(old, by: me, at: now)
        }
        try connection.send("UPDATE people SET username = \(name.username) WHERE id = \(me)")
        if old == nil {
            let reserved = environment.communityNames.adding(try connection.staffNames(besides: me))
            try connection.nameUnnamed(me, after: name.username, in: reserved)
        }
        try connection.hold(name, for: me)
        try profileDidChange()
        return try transaction.account()
    }

    fileprivate func resetFriendCode() throws -> FriendCodeLink {
        try endFriendCode()
        return try friendCode()
    }

    /// Replaces the viewer's friend code, and silently declines the waiting requests that were sent with it.
    func endFriendCode() throws {
        try replaceFriendCode()
        for request in try connection.declineRequests(withCodeOf: viewer.id) {
            try transaction.log(.declinedRequest, request.uuid)
        }
    }

    func replaceFriendCode() throws {
        let code = try connection.unusedFriendCode(using: environment.random)
        try connection.send(
            "UPDATE people SET friend_code = \(code.description) WHERE id = \(viewer.id)")
        // Friend cards end with it: here on a server, and in an embedded community.
        try connection.send("DELETE FROM card_codes WHERE person = \(viewer.id)")
        try connection.send("DELETE FROM device_secrets WHERE person = \(viewer.id)")
    }

    /// - Parameter age: the viewer's, if it has become another.
    func save(_ account: Account, replacing old: Account, becoming age: AgeGroup?) throws {
        try connection.send(
            """
            UPDATE people
            SET display_name = \(account.displayName), bio = \(account.bio),
                privacy_level = \(account.privacyLevel), audience = \(Audience.of(account.privacyLevel))
            WHERE id = \(viewer.id)
            """)
        if account.timeZone != old.timeZone { try changeTimeZone(to: account.timeZone) }
        try connection.send(
            """
            UPDATE accounts
            SET email = \(account.email),
                email_confirmed_at = CASE WHEN email = \(account.email) THEN email_confirmed_at END,
                confirmed_email = CASE WHEN email = \(account.email) THEN confirmed_email END,
                full_name = \(account.fullName), birth_date = \(account.birthDate),
                time_zone = \(account.timeZone)
            WHERE person = \(viewer.id)
            """)
        try saveRatings(of: account, replacing: old)
        try saveBirthdays(of: account, replacing: old)
        if let age { try restrict(to: age, account.settings) }
        if (account.displayName, account.privacyLevel, account.birthDate)
            != (old.displayName, old.privacyLevel, old.birthDate)
        {
            try connection.rebuildStandings(of: viewer.id, at: now)
        }
        if account.showsSameProfile(as: old) {
            try accountDidChange()
        } else {
            let audiences = [old, account].map { Audience.of($0.privacyLevel) }
            try profileDidChange(seenBy: audiences.max())
        }
    }

    private func saveRatings(of account: Account, replacing old: Account) throws {
        let (me, wasHeld) = (viewer.id, old.isWaiting == true)
        if account.displayName != old.displayName {
            let rating = try transaction.rating(of: [account.displayName])
            let name = NewPerson.sortName(of: account.displayName, rating, username: account.username)
            try connection.send(
                "UPDATE people SET name_rating = \(rating), name_folded = \(name) WHERE id = \(me)")
            try transaction.hold(.name, me.uuid, rating, wasHeld: wasHeld)
        }
        if account.bio != old.bio {
            let rating = try transaction.rating(of: [account.bio].compactMap(\.self))
            try connection.send("UPDATE people SET bio_rating = \(rating) WHERE id = \(me)")
            try transaction.hold(.bio, me.uuid, rating, wasHeld: wasHeld)
        }
    }

    private func saveBirthdays(of account: Account, replacing old: Account) throws {
        guard let birthDate = account.birthDate else { return }
        let birthdays = Birthdays(bornOn: birthDate, in: account.zone)
        if birthDate != old.birthDate {
            try connection.save(birthdays, of: viewer.id, at: now)
        } else if account.timeZone != old.timeZone {
            try connection.move(birthdays, of: viewer.id, at: now)
        }
    }

    /// - Parameter audience: the wider of the profile's audiences before and after, if they may differ.
    func profileDidChange(seenBy audience: ItemVisibility? = nil) throws {
        try connection.updateSearch(of: viewer.id)
        try connection.bumpVersion(of: viewer.id, at: now)
        let me = viewer.id.uuid
        try transaction.log(.changedProfile, me, of: me, seenBy: audience)
    }

    /// Something changed that others do not see. To them, it would look like a change of nothing.
    func accountDidChange() throws {
        // People of unknown age are not found.
        try connection.updateSearch(of: viewer.id)
        try connection.bumpVersion(of: viewer.id, at: now)
        try transaction.log(.changedAccount, viewer.id.uuid)
    }

    func friendCode() throws -> FriendCodeLink {
        let code = try connection.fetchFirst("SELECT friend_code FROM people WHERE id = \(viewer.id)") {
            $0[0] as String
        }
        guard let code else { throw SocialError.personNotFound }
        return link(with: code)
    }

    func link(with code: String) -> FriendCodeLink {
        FriendCodeLink(code: code, url: "\(environment.publicURL)/add/\(code)")
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
