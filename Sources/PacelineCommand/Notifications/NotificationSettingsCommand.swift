import ArgumentParser
import Paceline

struct NotificationSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show your notification settings, or turn kinds on or off.",
        discussion: "Notifications about the security of your account are always on.")

    @Option(help: "Turn this kind on; repeatable.") var on: [NotificationKind] = []
    @Option(help: "Turn this kind off; repeatable.") var off: [NotificationKind] = []
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard Set(on).isDisjoint(with: off) else {
            throw ValidationError("Turn a kind either on or off.")
        }
    }

    func run() async throws {
        let services = try await context.services()
        let changes = on.map { ($0, true) } + off.map { ($0, false) }
        let settings =
            changes.isEmpty
            ? try await services.notificationSettings()
            : try await services.update(NotificationSettings(Dictionary(changes) { $1 }))
        try output.show(settings, settings.table)
    }
}

extension NotificationKind: ExpressibleByArgument {
    public init?(argument: String) {
        guard let kind = Self.switchable.first(where: { $0.rawValue == argument }) else { return nil }
        self = kind
    }

    public static var allValueStrings: [String] { switchable.map(\.rawValue) }
}

extension NotificationSettings {
    fileprivate var table: Table {
        var table = Table(.left("KIND"), .left("STATE"))
        for kind in NotificationKind.switchable {
            table.add("\(kind.rawValue)", wants(kind) ? .init("on", .good) : .init("off", .faint))
        }
        return table
    }
}
