import Paceline
import PacelineEngine

/// Profiles, their privacy, and search.
struct PeoplePart: WorldPart {
    private static let account = Fact(name: "account", guarantee: .always)

    static let steps: [WorldStep] = [
        WorldStep(1) { world, one, _, random in try await world.choosePrivacy(one, &random) },
        WorldStep(1) { world, one, _, _ in try await world.showOrHideDetails(one) },
        WorldStep(1) { world, one, _, _ in try await world.approveFollowersOrNot(one) },
    ]

    static func setUp(in world: inout RandomWorld) async throws {
        for person in world.people.indices {
            _ = try await world.session(person)
                .update(AccountChanges(bio: world.bio(of: person)), ifMatch: nil)
        }
    }

    static func facts(in world: RandomWorld, knownTo viewer: Int, watching items: Set<FeedItem.ID>) -> Facts {
        let person = world.people[viewer]
        return [
            account: """
            \(person.privacyLevel), shown: \(person.isShown), details: \(person.showsDetails), \
            approves: \(person.approvesFollowers)
            """
        ]
    }

    static func apply(_ content: LiveEvent.Content, in facts: inout Facts, loading now: Facts) {
        if case .account = content { facts.load(account, from: now) }
    }

    static func check(_ world: RandomWorld, asSeenBy viewer: Int) async throws {
        for person in world.people.indices { try await world.checkPerson(person, asSeenBy: viewer) }
        try await world.checkSearch(by: viewer)
    }

    static func check(_ change: Change, deliveredTo viewer: Int, in world: RandomWorld) async throws {
        let place = "\(change.kindName) delivered to \(viewer)"
        guard change.kind == .person else {
            return try expect(change.id.uuid, world.people[viewer].id.uuid, place)
        }
        let person = world.index(of: Person.ID(change.id.uuid))
        if case .person(let shown) = change.content, let person, shown.bio != nil {
            try expect(world.reads(viewer, textsOf: person), true, "bio in \(place)")
        }
        try expect(person.map { world.follows(viewer, $0) && !world.areBlocked(viewer, $0) }, true, place)
    }
}

extension RandomWorld {
    func seesProfile(_ viewer: Int, _ owner: Int) -> Bool {
        ItemVisibility.allows(
            closeness: closeness(viewer, owner), audience: Audience.of(people[owner].privacyLevel),
            item: .public)
    }

    fileprivate func bio(of person: Int) -> String { "Write to runner \(person)" }

    fileprivate mutating func choosePrivacy(_ one: Int, _ random: inout SeededRandom) async throws {
        guard !people[one].isChild else { return }
        let level = PrivacyLevel.allCases.randomElement(using: &random) ?? .public
        let mayChoose = people[one].isOfKnownAge || level != .public
        try await expect(
            code { try await session(one).update(AccountChanges(privacyLevel: level), ifMatch: nil) },
            mayChoose ? nil : .birthDateRequired, "\(level) chosen by \(one)")
        if mayChoose { people[one].privacyLevel = level }
    }

    fileprivate mutating func showOrHideDetails(_ one: Int) async throws {
        people[one].showsDetails.toggle()
        _ = try await session(one).update(SettingsChanges(showWorkoutDetails: people[one].showsDetails))
    }

    fileprivate mutating func approveFollowersOrNot(_ one: Int) async throws {
        people[one].approvesFollowers.toggle()
        _ = try await session(one).update(SettingsChanges(followApproval: people[one].approvesFollowers))
    }

    fileprivate func checkPerson(_ index: Int, asSeenBy viewer: Int) async throws {
        let (person, session) = (people[index], session(viewer))
        let place = "person \(index) seen by \(viewer)"
        guard !areBlocked(viewer, index) else {
            return try await expect(
                code { try await session.person(.id(person.id)) },
                hasBlocked(viewer, index) ? nil : .personNotFound, place)
        }
        let shown = try await session.person(.id(person.id))
        let isSeen = seesProfile(viewer, index)
        try expect(shown.friendCount, friendCount(index, viewer), "friend count of \(place)")
        try expect(shown.joinedAt != nil, isSeen, "whole profile of \(place)")
        try expect(
            shown.bio, isSeen && reads(viewer, textsOf: index) ? bio(of: index) : nil, "bio of \(place)")
        try expect(
            shown.showsWorkoutDetails, isSeen ? person.showsDetails : nil, "details on profile of \(place)")
        try expect(
            shown.followerCount, isSeen ? count(index, viewer) { follows($0, index) } : nil,
            "followers of \(place)")
        if isSeen {
            try expect(
                shown.followingCount, count(index, viewer) { follows(index, $0) }, "following of \(place)")
        }
        func listed(_ isIncluded: (Int) -> Bool) -> [Person.ID] {
            guard isSeen else { return [] }
            return people.indices.filter {
                isIncluded($0) && !areBlocked($0, viewer) && !isUnknownChild($0, viewer)
            }.map { people[$0].id }.sorted()
        }
        try expect(
            try await session.friends(of: .id(person.id), all).items.map(\.id).sorted(),
            listed { areFriends($0, index) }, "friends of \(place)")
        try expect(
            try await session.followers(of: .id(person.id), all).items.map(\.id).sorted(),
            listed { follows($0, index) }, "list of followers of \(place)")
        try expect(
            try await session.following(of: .id(person.id), all).items.map(\.id).sorted(),
            listed { follows(index, $0) }, "list of people followed by \(place)")
    }

    fileprivate func checkSearch(by viewer: Int) async throws {
        let expected = people.indices.filter {
            $0 != viewer && people[$0].privacyLevel != .private && people[$0].isOfKnownAge
                && !areBlocked($0, viewer)
                // Children find people whom they do not follow by the exact username only.
                && (!people[viewer].isChild || follows(viewer, $0))
        }.map { people[$0].id }.sorted()
        for query in ["ru", "runner", "nner"] {
            let found = try await session(viewer).people(matching: query, PageRequest()).items.map(\.id)
                .sorted()
            try expect(found, expected, "search of \(viewer) for \(query)")
        }
        let suggested = try await session(viewer).suggestions(codes: [], all).items.map(\.id)
        for person in suggested where !expected.contains(person) {
            throw PrivacyMismatch(description: "\(person) is suggested to \(viewer)")
        }
        guard !people[viewer].isAdult else { return }
        // Strangers are suggested to adults only, and without a code no one to children.
        let friendsOfFriends = people.indices.filter { person in
            people.indices.contains { areFriends(viewer, $0) && areFriends($0, person) }
        }.map { people[$0].id }
        let allowed = people[viewer].isChild ? [] : friendsOfFriends
        try expect(suggested.filter { !allowed.contains($0) }, [], "strangers suggested to \(viewer)")
    }
}
