import ArgumentParser
import Foundation

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "List every setting with its value and source.",
        discussion: """
            Precedence: flags, environment (such as PACELINE_PORT), configuration file (paceline.json in the data \
            folder, or --config), preset, defaults. The exit status is 1 if a value is invalid.
            """)

    @OptionGroup var options: ServeOptions
    @OptionGroup var output: OutputOptions

    struct Setting: Encodable {
        let key: String
        let value: String
        let origin: CommunityConfiguration.Origin
        let help: String
    }

    func run() async throws {
        let configuration = try await options.configuration()
        let settings = ConfigurationKey.all.map { key in
            Setting(
                key: key.name, value: configuration.shown(key), origin: configuration.origin(key.name),
                help: key.help)
        }
        try output.show(settings, settings.table)
        try configuration.check()
        _ = try configuration.rewards(in: DataFolder(options.data))
    }
}

extension [ConfigCommand.Setting] {
    fileprivate var table: Table {
        var table = Table(
            .left("KEY"), .truncated("VALUE", minWidth: 16), .left("FROM"),
            .wrapped("HELP", dropPriority: 1))
        for setting in self {
            table.add(
                .init(setting.key), .init(setting.value.isEmpty ? "–" : setting.value),
                .init(setting.origin.rawValue, setting.origin == .defaultValue ? .faint : .strong),
                .init(setting.help, .faint))
        }
        return table
    }
}
