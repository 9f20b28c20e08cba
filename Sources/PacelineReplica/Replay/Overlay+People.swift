import Paceline

extension Overlay {
    /// Whether a queued command blocks or mutes a person.
    func isHidden(_ person: Person.ID) -> Bool {
        isBlocked(person) || isMuted(person, wasMuted: false)
    }

    private func isBlocked(_ person: Person.ID) -> Bool {
        graph[person]?.last { $0 == .block || $0 == .unblock } == .block
    }

    func isMuted(_ person: Person.ID, wasMuted: Bool) -> Bool {
        switch graph[person]?.last(where: { $0 == .mute || $0 == .unmute }) {
        case .mute?: true
        case .unmute?: false
        default: wasMuted
        }
    }

    /// Whether the viewer follows a person. Only the server knows whether following needs approval, so a new follow
    /// shows nothing more until it answers.
    func isFollowed(_ person: Person.ID, wasFollowed: Bool) -> Bool {
        guard wasFollowed, !isHidden(person) else { return false }
        return graph[person]?.allSatisfy { ![.unfollow, .unfriend, .block].contains($0) } ?? true
    }

    func mutes(of truth: Truth) -> Set<Person.ID> {
        truth.mutes.union(graph.keys).filter { isMuted($0, wasMuted: truth.mutes.contains($0)) }
    }

    func edges(of truth: Truth) -> [Person.ID: Relationship] {
        var edges = truth.edges
        for person in graph.keys {
            let old = edges[person] ?? .notFriends
            let new = relationship(to: person, truth.people[person]?.privacyLevel, old)
            edges[person] = new == .notFriends ? nil : new
        }
        return edges
    }

    /// The relationship to a person after the viewer's commands.
    func relationship(
        to person: Person.ID, _ privacyLevel: PrivacyLevel?, _ old: Relationship
    ) -> Relationship {
        (graph[person] ?? []).reduce(old) { $0.after($1, privacyLevel: privacyLevel) }
    }

    func shows(_ request: ConnectionRequest) -> Bool {
        !resolvedRequests.contains(request.id) && !isHidden(request.from.id) && !isHidden(request.to.id)
    }

    func account(_ account: Account) -> Account {
        var account = accountChanges.reduce(account) { $0.applying($1) }
        for picture in removedPictures {
            switch picture {
            case .avatar: account.avatarURL = nil
            case .header: account.headerURL = nil
            }
        }
        account.settings = settings(account.settings)
        return account
    }

    func settings(_ settings: AccountSettings) -> AccountSettings {
        settingsChanges.reduce(settings) { settings, changes in
            do {
                // The server refuses what the viewer's age does not allow.
                return try changes.applied(to: settings, ageGroup: .adult)
            } catch {
                return settings
            }
        }
    }

    func group(_ group: LeaderboardGroup) -> LeaderboardGroup? {
        guard !leftGroups.contains(group.id) else { return nil }
        var group = group
        if let activeGroup { group.isActive = activeGroup.group == group.id }
        return group
    }
}

extension Relationship {
    fileprivate func after(_ effect: GraphEffect, privacyLevel: PrivacyLevel?) -> Relationship {
        switch (effect, self) {
        case (.block, _): .blockedByMe
        case (.unblock, .blockedByMe): .notFriends
        case (.follow, .notFriends), (.follow, .followedBy):
            // Profiles that are not public approve their followers. An unknown profile may be one of them.
            privacyLevel != .public ? .requestSentByMe : self == .followedBy ? .friends : .following
        case (.unfollow, .friends): .followedBy
        case (.unfollow, .following), (.unfollow, .requestSentByMe), (.unfriend, .friends): .notFriends
        case (.removeFollower, .friends): .following
        case (.removeFollower, .followedBy): .notFriends
        case (.request, .requestSentToMe): .friends
        case (.request, .notFriends), (.request, .following), (.request, .followedBy): .requestSentByMe
        default: self
        }
    }
}

extension Account {
    /// The account with the changes; an empty text clears an optional one.
    fileprivate func applying(_ changes: AccountChanges) -> Account {
        func text(_ new: String?, _ old: String?) -> String? { new.map { $0.isEmpty ? nil : $0 } ?? old }
        var account = self
        account.displayName = changes.displayName ?? displayName
        account.bio = text(changes.bio, bio)
        account.email = text(changes.email, email)
        account.fullName = text(changes.fullName, fullName)
        account.birthDate = changes.birthDate ?? birthDate
        account.timeZone = changes.timeZone ?? timeZone
        account.privacyLevel = changes.privacyLevel ?? privacyLevel
        return account
    }
}

extension Person {
    /// The viewer's card, as of the author of queued comments and workouts.
    init(_ account: Account, username: String) {
        self.init(
            id: account.id, username: username, displayName: account.displayName,
            avatarURL: account.avatarURL, friendCount: account.friendCount)
    }
}
