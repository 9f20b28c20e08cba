import ArgumentParser
import Paceline

struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show or change your settings.",
        discussion: "Only settings that have an effect on the server are listed and can be changed.")

    @Option(help: "Turn this setting on; repeatable.") var on: [AccountSettings.Field] = []
    @Option(help: "Turn this setting off; repeatable.") var off: [AccountSettings.Field] = []
    @Option(help: ArgumentHelp.workoutVisibility)
    var workoutVisibility: ItemVisibility?
    @Option(help: ArgumentHelp.scoreVisibility)
    var scoreVisibility: ScoreVisibility?
    @Option(
        help: ArgumentHelp(
            "How strictly to mask words in what others write: strict, moderate or off.",
            valueName: "filter"))
    var contentFilter: AccountSettings.ContentFilter?
    @Option(help: ArgumentHelp("The weekly goal in metres; 0 for none.", valueName: "metres"))
    var goalDistance: Int?
    @Option(help: ArgumentHelp("The weekly goal in kilograms lifted; 0 for none.", valueName: "kilograms"))
    var goalVolume: Int?
    @Option(help: ArgumentHelp("The weekly goal in minutes; 0 for none.", valueName: "minutes"))
    var goalMinutes: Int?

    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard Set(on).isDisjoint(with: off) else {
            throw ValidationError("Turn a setting either on or off.")
        }
    }

    func run() async throws {
        let services = try await context.services()
        var settings = try await services.settings()
        let changes = try changes(to: settings)
        if changes != SettingsChanges() { settings = try await services.update(changes) }
        try output.show(settings, settings.table)
    }

    /// - Throws: ``Failure`` for a setting that is no switch, or has no effect on the server.
    private func changes(to settings: AccountSettings) throws -> SettingsChanges {
        var changes = SettingsChanges(
            workoutVisibility: workoutVisibility, scoreVisibility: scoreVisibility,
            contentFilter: contentFilter)
        for (fields, isOn) in [(on, true), (off, false)] {
            for field in fields {
                guard let change = field.change, settings.available.contains(field) else {
                    let switches = settings.available.filter { $0.change != nil }.map(\.rawValue)
                    throw Failure(
                        .usage, "“\(field.rawValue)” can't be turned on or off here.",
                        advice: "The switches are \(switches.joined(separator: ", ")).")
                }
                changes[keyPath: change] = isOn
            }
        }
        if goalDistance != nil || goalVolume != nil || goalMinutes != nil {
            changes.weeklyGoal = WeeklyGoal(
                distance: goalDistance ?? settings.weeklyGoal.distance,
                volume: goalVolume ?? settings.weeklyGoal.volume,
                minutes: goalMinutes ?? settings.weeklyGoal.minutes)
        }
        return changes
    }
}

extension AccountSettings.Field: ExpressibleByArgument {
    /// The values that the help names: switches that have an effect on every server.
    public static var allValueStrings: [String] { standard.filter { $0.change != nil }.map(\.rawValue) }
}

extension AccountSettings.Field {
    /// The change that turns the setting on or off; nil for settings that are no switches.
    fileprivate var change: WritableKeyPath<SettingsChanges, Bool?>? {
        switch self {
        case .emailNotifications: \SettingsChanges.emailNotifications
        case .pushNotifications: \SettingsChanges.pushNotifications
        case .showWorkoutStats: \SettingsChanges.showWorkoutStats
        case .showWorkoutDetails: \SettingsChanges.showWorkoutDetails
        case .allowFriendRequests: \SettingsChanges.allowFriendRequests
        case .followApproval: \SettingsChanges.followApproval
        case .showOnLeaderboards: \SettingsChanges.showOnLeaderboards
        case .workoutVisibility, .scoreVisibility, .allowMessages, .contentFilter, .weeklyGoal, .unknown:
            nil
        }
    }
}

extension AccountSettings {
    /// The settings that have an effect on the server, one per line.
    fileprivate var table: Table {
        var table = Table(.left("SETTING"), .left("VALUE"))
        for field in available {
            if let cell = cell(of: field) { table.add(.init(field.rawValue), cell) }
        }
        return table
    }

    /// Nil for a setting that this version does not know.
    private func cell(of field: Field) -> Table.Cell? {
        func state(_ isOn: Bool) -> Table.Cell {
            isOn ? Table.Cell("on", .good) : Table.Cell("off", .faint)
        }
        return switch field {
        case .emailNotifications: state(emailNotifications)
        case .pushNotifications: state(pushNotifications)
        case .workoutVisibility: Table.Cell("\(workoutVisibility)")
        case .scoreVisibility: Table.Cell(scoreVisibility.rawValue)
        case .allowMessages: Table.Cell(allowMessages.rawValue)
        case .contentFilter: Table.Cell(contentFilter.rawValue)
        case .showWorkoutStats: state(showWorkoutStats)
        case .showWorkoutDetails: state(showWorkoutDetails)
        case .allowFriendRequests: state(allowFriendRequests)
        case .followApproval: state(followApproval)
        case .showOnLeaderboards: state(showOnLeaderboards)
        case .weeklyGoal: Table.Cell(weeklyGoal.words)
        case .unknown: nil
        }
    }
}

extension WeeklyGoal {
    /// `40.0 km, 300 minutes`.
    fileprivate var words: String {
        let measures = [
            Measure.distance(Double(distance)), Measure.weight(Double(volume)),
            minutes == 0 ? "" : Measure.count(minutes, "minute"),
        ]
        let words = measures.filter { !$0.isEmpty }.joined(separator: ", ")
        return words.isEmpty ? "none" : words
    }
}
