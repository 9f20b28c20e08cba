import Paceline

/// The values of a workout on cards, in lists and on its page.
struct WorkoutView: Sendable {
    let workout: Workout
    let localizer: Localizer

    var href: String { "/workouts/\(workout.id)" }

    /// The localized name of the sport, or its raw name if the texts don't know it.
    var type: String { localizer.typeName(workout.type) }

    /// The main measures, shown on cards.
    var measures: [View] {
        [
            measure("time", Measure.duration(workout.duration, of: workout.type)),
            measure("distance", Measure.distance(workout.distance, of: workout.type)),
            measure("pace", Measure.pace(of: workout)),
            measure("volume", Measure.weight(workout.volume)),
            measure(
                "exercises", workout.distance == nil ? workout.exerciseCount.map(String.init) ?? "" : ""),
        ].compactMap(\.self)
    }

    /// All measures.
    var facts: [View] {
        measures + (furtherMeasures + [measure("source", workout.source ?? "")]).compactMap(\.self)
    }

    var badges: [View] {
        var badges: [View] = [.badge(type)]
        if workout.isErgTest { badges.append(.badge(localizer("workout.test"), .test)) }
        if let zone = workout.intensityZone {
            badges.append(.badge(localizer("workout.zone", ["zone": "\(zone)"])))
        }
        if !workout.isCompleted { badges.append(.badge(localizer("workout.unfinished"))) }
        return badges
    }

    /// A line in a list.
    var line: View {
        [
            "href": .text(href), "title": .text(workout.title), "type": .text(type),
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

    /// The options for a visibility field.
    var visibilities: [(value: String, text: String)] {
        ItemVisibility.allCases.reversed().map { ("\($0)", visibilityName($0)) }
    }
}
