import Paceline
import PacelineEngine

/// The filters above the feed: kind, sport, person and days.
struct FilterView: Sendable {
    let view: View

    /// The maximum number of friends listed, the latest first. The filter by others is on their profiles.
    private static let limit = 20

    init(_ filter: FeedFilter, _ request: WebRequest, _ user: SignedInUser) async throws {
        let choices = try await user.session.feedChoices(friends: Self.limit)
        view = [
            "kinds": .list(Self.kinds(filter, request.localizer)),
            "people": .options(Self.people(filter, choices, request.localizer)),
            "sports": .options(Self.sports(filter, request)),
            "dates": .view(Self.dates(filter, request.localizer)),
        ]
    }

    private static func kinds(_ filter: FeedFilter, _ localizer: Localizer) -> [View] {
        let kinds = [
            (nil, localizer("home.everything")), ("workouts", localizer("home.workouts")),
            ("scores", localizer("home.games")), ("badges", localizer("home.badges")),
        ]
        return kinds.map { show, name in
            [
                "href": .text(filter.with { $0.show = show }.address), "text": .text(name),
                "isOn": .flag(show == (filter.type == nil ? filter.show : "workouts")),
            ]
        }
    }

    /// All sports, the user's first, and the one in the address if it is another.
    private static func sports(_ filter: FeedFilter, _ request: WebRequest) -> Options {
        let (sport, localizer) = (filter.type, request.localizer)
        let known = WorkoutFormValues.allSports(
            startingWith: WorkoutFormValues.chosenSports(request.cookies.sports))
        let others = [sport].compactMap { $0 }.filter { !known.contains($0) }
        // Choosing all sports keeps the kind.
        let all = sport == nil ? filter.show ?? "" : ""
        let sports = (known + others).map {
            (value: $0.rawValue, text: localizer.typeName($0))
        }
        return Options(
            [(value: all, text: localizer("home.allSports"))] + sports, chosen: sport?.rawValue ?? all)
    }

    private static func people(
        _ filter: FeedFilter, _ choices: FeedChoices, _ localizer: Localizer
    ) -> Options {
        var all = [("", localizer("home.everyone")), ("me", localizer("home.mine"))]
        let groups = choices.groups.map { (FeedFilter.whose($0.id), $0.title) }
        let friends = choices.friends.map { ("@\($0.username)", $0.displayName) }
        if let whose = filter.whose, filter.group == nil,
            !(all + friends).contains(where: { $0.0 == whose })
        {
            all.append((whose, whose))
        }
        return Options(
            [(nil, all), (localizer("home.groups"), groups), (localizer("home.friends"), friends)],
            chosen: filter.whose ?? "")
    }

    private static func dates(_ filter: FeedFilter, _ localizer: Localizer) -> View {
        let (typed, errors) = (filter.typedDays, filter.typedDays.errors(localizer))
        let fields = ["from", "to"].map {
            Field(name: $0, label: localizer.texts("home.days.\($0)"), type: "date")
        }
        return fields.view(errors, localizer, values: typed.value)
            .merging([
                "label": .text(label(filter.days, localizer)), "isOpen": .flag(!errors.isEmpty),
                "isOn": .flag(filter.days != FeedDays()),
                "anyDay": .text(
                    filter.with {
                        $0.from = nil
                        $0.to = nil
                    }.address),
            ])
    }

    /// `1 Nov – 21 Nov`.
    private static func label(_ days: FeedDays, _ localizer: Localizer) -> String {
        switch (days.first.map(localizer.date), days.last.map(localizer.date)) {
        case (let first?, let last?): localizer("board.fromTo", ["from": first, "to": last])
        case (let first?, nil): localizer("home.days.since", ["day": first])
        case (nil, let last?): localizer("home.days.until", ["day": last])
        case (nil, nil): localizer("home.days.any")
        }
    }
}
