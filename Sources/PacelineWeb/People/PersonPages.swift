import Paceline

/// Somebody's profile, and their pictures.
enum PersonPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let reference = try visit.person()
        let person = try await caller.session.person(reference)
        let workouts =
            !person.isOpen
            ? Page(items: []) : try await caller.session.workouts(of: reference, visit.page())
        let relationship = RelationshipView(
            person: person, request: try await caller.waitingRequests(with: [person])[person.id],
            isMuted: try await isMuted(person, caller), path: visit.path, wording: visit.wording)
        let wording = visit.wording
        var view = person.line.merging(header(person, wording))
        view["relationship"] = .view(relationship.view)
        view["notifying"] = .view(optional: relationship.notifying)
        view["menu"] = .list(relationship.menu)
        view["hasMenu"] = .flag(!relationship.menu.isEmpty)
        view["workouts"] = .list(workouts.items.map { WorkoutView(workout: $0, wording: wording).line })
        view["hasWorkouts"] = .flag(!workouts.items.isEmpty)
        view["more"] = visit.link(to: workouts.next)
        return .page(
            "People/person", title: person.displayName, at: person.relationship == .me ? .me : nil, view)
    }

    static func avatar(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        .image(try await caller.session.avatar(of: .id(try visit.id())))
    }

    static func banner(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        .image(try await caller.session.header(of: .id(try visit.id())))
    }

    static func friends(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await list(
            "friends", visit, caller, try await caller.session.friends(of: visit.person(), visit.page(of: 50))
        )
    }

    static func followers(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await list(
            "followers", visit, caller,
            try await caller.session.followers(of: visit.person(), visit.page(of: 50)))
    }

    static func following(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await list(
            "following", visit, caller,
            try await caller.session.following(of: visit.person(), visit.page(of: 50)))
    }

    private static func list(
        _ name: String, _ visit: Visit, _ caller: Caller, _ people: Page<Person>
    ) async throws -> PageAnswer {
        let person = try await caller.session.person(try visit.person())
        let heading = visit.wording("person.\(name)Of", ["name": person.displayName])
        return .page(
            "Graph/people", title: heading,
            [
                "heading": .text(heading),
                "back": .back(to: "/@\(person.username)", named: person.displayName),
                "people": .list(people.items.map(\.line)), "isEmpty": .flag(people.items.isEmpty),
                "more": visit.link(to: people.next),
            ])
    }
}

extension PersonPages {
    private static func isMuted(_ person: Person, _ caller: Caller) async throws -> Bool {
        var page = PageRequest(limit: PageRequest.limits.upperBound)
        while true {
            let muted = try await caller.session.mutes(page)
            if muted.items.contains(where: { $0.id == person.id }) { return true }
            guard let next = muted.next else { return false }
            page.cursor = next
        }
    }

    private static func header(_ person: Person, _ wording: Wording) -> View {
        let isStranger = !person.isOpen
        return [
            "bio": .text(optional: person.bio.flatMap { $0.isEmpty ? nil : $0 }),
            "banner": person.headerURL == nil ? .nothing : .text("/people/\(person.id)/banner"),
            "joined": .text(
                optional: person.joinedAt.map {
                    wording("person.joined", ["date": wording.date(Day(of: $0, in: wording.timeZone))])
                }),
            "friends": .text(wording.count("friends.count", person.friendCount)),
            "followers": .text(
                optional: person.followerCount.map { wording.count("friends.followerCount", $0) }),
            "followingCount": .text(
                optional: person.followingCount.map {
                    wording("friends.followingCount", ["count": Measure.grouped($0)])
                }),
            "stats": .list(person.stats.map { StatsView(stats: $0, wording: wording).views } ?? []),
            "isStranger": .flag(isStranger && person.relationship != .blockedByMe),
            "isBlocked": .flag(person.relationship == .blockedByMe),
            "isMe": .flag(person.relationship == .me),
            "mayOpen": .flag(!isStranger),
        ]
    }
}

extension Person {
    /// Whether the viewer sees the whole profile. Strangers to one that is not public are told a few things only, and
    /// when somebody came here is not among them.
    fileprivate var isOpen: Bool { joinedAt != nil }
}

/// What somebody has done in all.
struct StatsView: Sendable {
    let stats: PersonStats
    let wording: Wording

    var views: [View] {
        let shown = [
            ("workouts", Measure.grouped(stats.workouts)), ("distance", Measure.distance(stats.distance)),
            ("time", wording.length(stats.duration)), ("volume", Measure.weight(stats.volume)),
            ("streak", stats.currentStreak == 0 ? "" : wording.count("person.days", stats.currentStreak)),
            ("longestStreak", wording.count("person.days", stats.longestStreak)),
            ("weekly", Measure.decimal(stats.weeklyAverage)),
            ("favourite", stats.favouriteType.map(wording.typeName) ?? ""),
        ]
        return shown.filter { !$0.1.isEmpty && $0.1 != "0" }.map { name, value in
            ["name": .text(wording("measure.\(name)")), "value": .text(value)]
        }
    }
}
