import Paceline
import PacelineEngine

/// Profiles, their pictures and their lists of people.
enum PersonPages {
    static let badgesShown = 6

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let page = try await user.session.personPage(try request.person(), workouts: request.page())
        let (person, workouts) = (page.person, page.workouts)
        let relationship = RelationshipView(
            person: person, request: page.request, refused: page.refused, isMuted: page.isMuted,
            path: request.path, localizer: request.localizer)
        let localizer = request.localizer
        var view = person.line.merging(header(person, localizer))
        view["closed"] = .view(optional: hiddenProfile(page, localizer)?.view)
        view["relationship"] = .view(relationship.view)
        view["notifying"] = .view(optional: relationship.notificationToggle)
        view["menu"] = .view(optional: relationship.menu?.view)
        view["workouts"] = .list(workouts.items.map { WorkoutView(workout: $0, localizer: localizer).line })
        view["badges"] = .list(
            page.achievements.prefix(badgesShown).map { BadgeView($0, localizer).view })
        view["hasBadges"] = .flag(!page.achievements.isEmpty)
        // On the user's own page, there are also those that are missing.
        let isMe = person.relationship == .me
        view["hasMoreBadges"] = .flag(isMe || page.achievements.count > badgesShown)
        view["allBadges"] = .text(isMe ? "/experience/badges" : "/@\(person.username)/badges")
        view["hasWorkouts"] = .flag(!workouts.items.isEmpty)
        view["more"] = request.moreLink(workouts.next, in: "workouts", "person.moreWorkouts")
        return .page(
            "People/person", title: person.displayName, at: person.relationship == .me ? .me : nil, view)
    }

    static func avatar(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        .image(try await user.session.avatar(of: .id(try request.id())))
    }

    static func banner(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        .image(try await user.session.header(of: .id(try request.id())))
    }

    static func friends(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        list(
            "friends", request, try await user.session.friendsPage(of: request.person(), request.page(of: 50))
        )
    }

    static func followers(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        list(
            "followers", request,
            try await user.session.followersPage(of: request.person(), request.page(of: 50)))
    }

    static func following(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        list(
            "following", request,
            try await user.session.followingPage(of: request.person(), request.page(of: 50)))
    }

    private static func list(_ name: String, _ request: WebRequest, _ page: PersonListPage) -> PageResponse {
        let (person, people) = (page.person, page.people)
        let heading = request.localizer("person.\(name)Of", ["name": person.displayName])
        return .page(
            "Graph/people", title: heading,
            [
                "heading": .text(heading),
                "back": .back(to: "/@\(person.username)", named: person.displayName),
                "people": .list(people.items.map(\.line)), "isEmpty": .flag(people.items.isEmpty),
                "more": request.moreLink(people.next, in: "people", "friends.more"),
            ])
    }
}

extension PersonPages {
    private static func header(_ person: Person, _ localizer: Localizer) -> View {
        [
            "bio": .text(optional: person.bio.flatMap { $0.isEmpty ? nil : $0 }),
            "banner": person.headerURL == nil ? .nothing : .text("/people/\(person.id)/banner"),
            "joined": .text(
                optional: person.joinedAt.map {
                    localizer("person.joined", ["date": localizer.date(Day(of: $0, in: localizer.timeZone))])
                }),
            "friends": .text(localizer.count("friends.count", person.friendCount)),
            "followers": .text(
                optional: person.followerCount.map { localizer.count("friends.followerCount", $0) }),
            "followingCount": .text(
                optional: person.followingCount.map {
                    localizer("friends.followingCount", ["count": Measure.grouped($0)])
                }),
            "stats": .list(person.stats.map { StatsView(stats: $0, localizer: localizer).views } ?? []),
            "level": .text(
                optional: person.stats.flatMap { stats in
                    stats.level.map { localizer.xp(stats.xp, atLevel: $0) }
                }),
            "isMe": .flag(person.relationship == .me),
            "mayOpen": .flag(person.isOpen),
        ]
    }

    /// The placeholder of a profile that the viewer can't see, with the way to see it.
    private static func hiddenProfile(_ page: PersonPage, _ localizer: Localizer) -> EmptyState? {
        let person = page.person
        if person.relationship == .blockedByMe {
            return EmptyState(
                icon: .lock, title: localizer("person.blocked"), text: localizer("person.blockedText"))
        }
        guard !person.isOpen else { return nil }
        let text =
            switch person.relationship {
            case .requestSentByMe: "hiddenRequestSent"
            case .requestSentToMe: "hiddenRequestReceived"
            default: page.refused.contains(.friend) ? "hiddenRefusing" : "hiddenText"
            }
        return EmptyState(
            icon: .lock, title: localizer("person.hidden"), text: localizer("person.\(text)"))
    }
}

/// The totals of a person.
struct StatsView: Sendable {
    let stats: PersonStats
    let localizer: Localizer

    var views: [View] {
        let shown = [
            ("workouts", Measure.grouped(stats.workouts)), ("distance", Measure.distance(stats.distance)),
            ("time", localizer.length(stats.duration)), ("volume", Measure.weight(stats.volume)),
            ("streak", stats.currentStreak == 0 ? "" : localizer.count("person.days", stats.currentStreak)),
            (
                "longestStreak",
                stats.longestStreak == 0 ? "" : localizer.count("person.days", stats.longestStreak)
            ),
            ("weekly", stats.weeklyAverage < 0.05 ? "" : Measure.decimal(stats.weeklyAverage)),
            ("favourite", stats.favouriteType.map(localizer.typeName) ?? ""),
        ]
        return shown.filter { !$0.1.isEmpty && $0.1 != "0" }.map { name, value in
            ["name": .text(localizer("measure.\(name)")), "value": .text(value)]
        }
    }
}
