import Paceline

/// The values of a workout on cards, in lists and on its page.
struct WorkoutView: Sendable {
    let workout: Workout
    let localizer: Localizer

    var href: String { "/workouts/\(workout.id)" }

    /// The localized name of the sport, or its raw name if the texts don't know it.
    var type: String { localizer.typeName(workout.type) }

    /// The number of measures on a card.
    private static let measuresOnCard = 3

    /// The measures that matter most in the sport, for cards.
    var measures: [View] {
        Array((mainMeasures + furtherMeasures).compactMap(\.self).prefix(Self.measuresOnCard))
    }

    /// All measures.
    var facts: [View] {
        (mainMeasures + furtherMeasures + [measure("source", workout.source ?? "")]).compactMap(\.self)
    }

    /// In the order of their importance in the sport.
    private var mainMeasures: [View?] {
        let time = measure("time", Measure.duration(workout.duration, of: workout.type))
        let lifted = [
            measure("volume", Measure.weight(workout.volume)),
            measure("exercises", workout.exerciseCount.map(String.init) ?? ""),
        ]
        let travelled = [
            measure("distance", Measure.distance(workout.distance, of: workout.type)), time,
            measure(workout.type == .cycling ? "speed" : "pace", Measure.pace(of: workout)),
        ]
        return workout.type == .strength
            ? lifted + travelled : travelled + (workout.distance == nil ? lifted : [lifted[0]])
    }

    /// Badges for what sets the workout apart.
    var remarks: [View] {
        var badges: [View] = []
        if workout.isErgTest { badges.append(.badge(localizer("workout.test"), .test)) }
        if !workout.isCompleted { badges.append(.badge(localizer("workout.unfinished"))) }
        return badges
    }

    var badges: [View] {
        let zone = workout.intensityZone.map { localizer("workout.zone", ["zone": "\($0)"]) }
        return [.badge(type)] + remarks + [zone].compactMap { $0.map { .badge($0) } }
    }

    /// The name of the sport's icon.
    static func icon(of type: WorkoutType) -> String { knownIcons.contains(type) ? type.rawValue : "other" }

    private static let knownIcons: Set<WorkoutType> = [
        .rowing, .skiing, .cycling, .running, .walking, .hiking, .swimming, .strength, .yoga,
    ]

    /// A line in a list.
    var line: View {
        [
            "href": .text(href), "title": .text(workout.shownTitle), "type": .text(type),
            "amount": .text(Measure.amount(of: workout)),
            "duration": .text(Measure.duration(workout.duration, of: workout.type)),
            "time": .view(localizer.time(workout.startedAt)), "isTest": .flag(workout.isErgTest),
        ]
    }

    func measure(_ name: String, _ value: String) -> View? {
        value.isEmpty ? nil : ["name": .text(localizer("measure.\(name)")), "value": .text(value)]
    }

    func unit(_ name: String, _ number: Double?) -> String {
        number.map { localizer("unit.\(name)", ["number": Measure.whole($0)]) } ?? ""
    }
}

extension Localizer {
    func typeName(_ type: WorkoutType) -> String {
        texts.text(at: "type.\(type.rawValue)") ?? type.rawValue.prefix(1).uppercased()
            + type.rawValue.dropFirst()
    }

    /// The name of a game, or its id if the catalogue no longer contains it.
    func gameName(_ game: Game.ID) -> String { games[game]?.name ?? game.description }

    func visibilityName(_ visibility: ItemVisibility) -> String { self("visibility.\(visibility)") }

    func visibilityName(_ visibility: ScoreVisibility) -> String { self("visibility.\(visibility.rawValue)") }

    /// Who sees an item of the account, whose profile may be less visible than the item.
    func visibilityName(_ visibility: ItemVisibility, of account: Account) -> String {
        visibilityName(min(visibility, Audience.of(account.privacyLevel)))
    }

    /// Who sees a score of the account, whose profile may be less visible than the score.
    func visibilityName(_ visibility: ScoreVisibility, of account: Account) -> String {
        let audience = Audience.of(account.privacyLevel)
        return visibility.itemVisibility > audience ? visibilityName(audience) : visibilityName(visibility)
    }

    /// The options for the visibility of a workout.
    /// - Parameter chosen: that of the workout, if it has one.
    func visibilities(
        of account: Account, besides chosen: ItemVisibility? = nil
    ) -> [(value: String, text: String)] {
        options(account.workoutVisibilities(besides: chosen, self))
    }

    func options(_ visibilities: [ItemVisibility]) -> [(value: String, text: String)] {
        visibilities.map { ("\($0)", visibilityName($0)) }
    }
}
