import ArgumentParser
import Paceline

struct PasskeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys", abstract: "List and remove passkeys.",
        discussion: """
            A terminal can neither create nor use passkeys. Add one in the web app, under Settings, Sign-in and \
            devices.
            """,
        subcommands: [List.self, Remove.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List your passkeys.")

        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let passkeys = try await context.services().passkeys()
            try output.show(passkeys, passkeys.table)
            if passkeys.isEmpty { Console.note("You have no passkeys. Add one in the web app.") }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a passkey. \(SharedTexts.endsOtherSignIns)",
            discussion: """
                A server asks people who have a passkey to confirm with it, which works only in the web app. For a \
                week after a passkey was added, a sign-in with an older password within the last ten minutes is \
                enough. With --data, for people on the server's machine, nothing is asked.
                """)

        @Argument(help: "The passkey, by its digits in the list.") var passkey: ShortID
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let id = try await passkey.find("passkey", id: \.id) { _ in
                Page(items: try await services.passkeys())
            }
            try await services.removePasskey(id)
            try output.acknowledge("Removed the passkey.")
        }
    }
}

extension [Passkey] {
    /// The passkeys, one per line.
    fileprivate var table: Table {
        var table = Table(.left("ID"), .truncated("NAME"), .left("CREATED"), .left("LAST USED"))
        for passkey in self {
            table.add(
                .init(passkey.id.short, .faint), .init(passkey.name),
                .init(HumanTime.date(passkey.createdAt)),
                .init(passkey.lastUsedAt.map { HumanTime.dateTime($0) } ?? "never"))
        }
        return table
    }
}
