import Foundation
import Paceline
import PacelineDatabase

extension Account {
    /// The person's time zone, by which their age changes.
    var zone: TimeZone { TimeZone(identifier: timeZone) ?? .gmt }

    /// Adjusts the privacy level, and initial settings, to the person's age.
    ///
    /// A child's profile is private. A teenager's profile is limited to friends when the age is first known, but a
    /// teenager may choose another level.
    /// - Parameters:
    ///   - chosen: what the person has chosen before the changes, which stays.
    ///   - scoreVisibility: the community's default.
    /// - Throws: ``SocialError/Code/ageRestricted`` when the changes would make a child's profile more visible,
    ///   ``SocialError/Code/birthDateRequired`` when they would make that of a person of unknown age public.
    mutating func applyAgeRules(
        for age: AgeGroup, changing changes: AccountChanges, from old: Account, keeping chosen: EarlyChoices,
        scoreVisibility: ScoreVisibility
    ) throws(SocialError) {
        let isNewlyKnown = old.birthDate == nil && birthDate != nil
        if isNewlyKnown, username == nil {
            var chosen = chosen
            if changes.privacyLevel != nil { chosen.insert(.level) }
            start(at: age, keeping: chosen, scoreVisibility)
        }
        switch age {
        case .child:
            guard changes.privacyLevel ?? .private == .private else {
                throw SocialError(
                    .ageRestricted, "Until the age of 13, a profile must be private.", field: "privacyLevel")
            }
            privacyLevel = .private
        case .teenager:
            if isNewlyKnown, changes.privacyLevel == nil { limitToFriends() }
        case .adult: return
        case .unknown:
            // A profile may have been public before birth dates were asked for.
            guard changes.privacyLevel != .public || old.privacyLevel == .public else {
                throw .birthDateRequired("privacyLevel")
            }
        }
    }

    /// Gives a person who is only signing up what people of their age start with, where they have chosen nothing else.
    private mutating func start(
        at age: AgeGroup, keeping chosen: EarlyChoices, _ scoreVisibility: ScoreVisibility
    ) {
        if !chosen.contains(.level), privacyLevel == AgeGroup.unknown.defaultPrivacyLevel {
            privacyLevel = age.defaultPrivacyLevel
        }
        if !chosen.contains(.settings),
            settings == .defaults(for: .unknown, scoreVisibility: scoreVisibility)
        {
            settings = .defaults(for: age, scoreVisibility: scoreVisibility)
        }
    }

    /// Adjusts the privacy level to an age group that an administrator's correction led to.
    fileprivate mutating func limit(to age: AgeGroup) {
        switch age {
        case .child: privacyLevel = .private
        case .teenager: limitToFriends()
        case .adult, .unknown: break
        }
    }

    private mutating func limitToFriends() {
        if privacyLevel == .public { privacyLevel = .friends }
    }
}

/// Settings that a person chose before their username and birth date. The defaults of their age keep them.
struct EarlyChoices: OptionSet {
    let rawValue: Int

    static let level = EarlyChoices(rawValue: 1)
    static let settings = EarlyChoices(rawValue: 2)
}

extension Connection {
    func earlyChoices(of person: Person.ID) throws -> EarlyChoices {
        let stored = try fetchFirst("SELECT early_choices FROM accounts WHERE person = \(person)") {
            $0[0] as Int
        }
        return EarlyChoices(rawValue: stored ?? 0)
    }

    func add(_ choices: EarlyChoices, of person: Person.ID) throws {
        let all = try earlyChoices(of: person).union(choices)
        try send("UPDATE accounts SET early_choices = \(all.rawValue) WHERE person = \(person)")
    }
}

extension EngineEnvironment {
    /// - Parameter timeZone: the person's.
    /// - Throws: ``SocialError/Code/invalidValue``, ``SocialError/Code/ageRestricted``.
    func check(birthDate: Day, in timeZone: TimeZone) throws(SocialError) {
        try AgeGroup.check(
            birthDate: birthDate, today: AgeGroup.day(of: now(), in: timeZone), minimumAge: minimumAge)
    }
}

extension Engine {
    /// Corrects the birth date of a person, for administrators. Settings that their age no longer allows are
    /// restricted, the others stay as they are. The correction is one of the account's security events.
    /// - Throws: ``SocialError/Code/personNotFound``, ``SocialError/Code/invalidValue``.
    public func correctBirthDate(of username: String, to birthDate: Day) async throws {
        let now = environment.now()
        let person = try await write { connection in
            guard let person = try connection.person(named: username.lowercased()) else {
                throw SocialError.personNotFound
            }
            let accounts = Accounts(try Transaction(connection, of: session(for: person), now: now))
            try accounts.correctBirthDate(to: birthDate)
            try connection.record(
                .birthDateCorrected, of: person, nil, from: nil, at: now, using: environment.random,
                notifies: true)
            return person
        }
        environment.securityLog(.birthDateCorrected, person)
    }
}

extension Accounts {
    fileprivate func correctBirthDate(to birthDate: Day) throws {
        let account = try transaction.account()
        try AgeGroup.check(birthDate: birthDate, today: AgeGroup.day(of: now, in: account.zone))
        let before = try transaction.age(of: viewer.id)
        var corrected = account
        corrected.birthDate = birthDate
        let age = AgeGroup(bornOn: birthDate, at: now, in: account.zone)
        if age != before { corrected.limit(to: age) }
        try save(corrected, replacing: account, becoming: age == before ? nil : age)
    }

    /// Applies the settings for an age group that the viewer turned out to be in. A child is also separated from
    /// strangers.
    func restrict(to age: AgeGroup, _ settings: AccountSettings) throws {
        try connection.save(settings.restricted(for: age), of: viewer.id)
        guard age == .child else { return }
        try endFriendshipsWithoutCode()
        try separateChildFromStrangers()
        try transaction.log(.becameChild, viewer.id.uuid)
    }

    /// Ends the friendships of a person who turned out to be a child that no friend code led to. A code brings them
    /// back.
    private func endFriendshipsWithoutCode() throws {
        for friend in try connection.friendsWithoutCode(of: viewer.id) {
            try connection.disconnect(viewer.id, from: friend)
            try connection.disconnect(friend, from: viewer.id)
            try transaction.log(.unfriended, concerning: friend)
        }
    }

    /// Enforces that the viewer is a child: replaces a short friend code, ends followers who are not friends,
    /// pending requests by people who could not ask a child, those that a child could not send, and groups shared
    /// with owners who are not friends. The people concerned learn of it as if each had ended by itself.
    func separateChildFromStrangers() throws {
        for follower in try connection.followersWhoAreNotFriends(of: viewer.id) {
            try connection.disconnect(follower, from: viewer.id)
            try transaction.log(.unfollowed, concerning: follower)
        }
        for request in try connection.declineRequests(toChild: viewer.id, at: now) {
            try transaction.log(.declinedRequest, request.uuid)
        }
        for request in try connection.cancelRequests(byChild: viewer.id, at: now) {
            try Graph(transaction).log(cancelling: request)
        }
        try Groups(transaction).separateChildFromNonFriends()
        if try FriendCode(friendCode().code)?.isShort ?? true { try replaceFriendCode() }
    }
}
