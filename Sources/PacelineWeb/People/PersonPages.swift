import Paceline
import PacelineEngine

/// Somebody's profile, and their pictures.
enum PersonPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let page = try await caller.session.personPage(try visit.person(), workouts: visit.page())
        let (person, workouts) = (page.person, page.workouts)
        let relationship = RelationshipView(
            person: person, request: page.request, isMuted: page.isMuted, path: visit.path,
            wording: visit.wording)
        let wording = visit.wording
        var view = person.line.merging(header(person, wording))
        view["relationship"] = .view(relationship.view)
        view["notifying"] = .view(optional: relationship.notifying)
        view["menu"] = .view(optional: relationship.menu?.view)
        view["workouts"] = .list(workouts.items.map { WorkoutView(workout: $0, wording: wording).line })
        view["hasWorkouts"] = .flag(!workouts.items.isEmpty)
        view["more"] = visit.more(workouts.next, in: "workouts", "person.moreWorkouts")
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
        list("friends", visit, try await caller.session.friendsPage(of: visit.person(), visit.page(of: 50)))
    }

    static func followers(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        list(
            "followers", visit,
            try await caller.session.followersPage(of: visit.person(), visit.page(of: 50)))
    }

    static func following(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        list(
            "following", visit,
            try await caller.session.followingPage(of: visit.person(), visit.page(of: 50)))
    }

    private static func list(_ name: String, _ visit: Visit, _ page: PersonListPage) -> PageAnswer {
        let (person, people) = (page.person, page.people)
        let heading = visit.wording("person.\(name)Of", ["name": person.displayName])
        return .page(
            "Graph/people", title: heading,
            [
                "heading": .text(heading),
                "back": .back(to: "/@\(person.username)", named: person.displayName),
                "people": .list(people.items.map(\.line)), "isEmpty": .flag(people.items.isEmpty),
                "more": visit.more(people.next, in: "people", "friends.more"),
            ])
    }
}

extension PersonPages {
    private static func header(_ person: Person, _ wording: Wording) -> View {
        [
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
            "closed": .view(optional: closed(person, wording)?.view),
            "isMe": .flag(person.relationship == .me),
            "mayOpen": .flag(person.isOpen),
        ]
    }

    /// What stands in the place of what a profile does not show.
    private static func closed(_ person: Person, _ wording: Wording) -> EmptyState? {
        if person.relationship == .blockedByMe {
            return EmptyState(
                icon: .lock, title: wording("person.blocked"), text: wording("person.blockedText"))
        }
        guard !person.isOpen else { return nil }
        return EmptyState(icon: .lock, title: wording("person.hidden"), text: wording("person.hiddenText"))
    }
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
