import ArgumentParser
import Paceline

struct IdentitiesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identities", abstract: "List and unlink ways to sign in, besides passkeys.",
        subcommands: [List.self, Unlink.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List your password, Apple identity and device, where you have them.")

        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let identities = try await context.services().identities()
            try output.show(identities, identities.table)
        }
    }

    struct Unlink: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Unlink a way to sign in. \(SharedTexts.endsOtherSignIns)",
            discussion: """
                Needs a sign-in within the last ten minutes. For a week after a way was linked, a sign-in with an \
                older one is enough to unlink it.
                """)

        @Argument(help: "The way to sign in, by its digits in the list.") var identity: ShortID
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let id = try await identity.find("identity", id: \.id) { _ in
                Page(items: try await services.identities())
            }
            try await services.unlink(id)
            try output.acknowledge("Unlinked it.")
        }
    }
}

extension [LinkedIdentity] {
    /// The identities, one per line.
    fileprivate var table: Table {
        var table = Table(.left("ID"), .left("WAY"), .left("LINKED"))
        for identity in self {
            table.add(
                .init(identity.id.short, .faint), .init(identity.provider.name),
                .init(HumanTime.date(identity.createdAt)))
        }
        return table
    }
}

extension IdentityProvider {
    fileprivate var name: String {
        switch self {
        case .apple: "Apple"
        case .device: "device"
        case .password: "password"
        case .passkey: "passkey"
        }
    }
}
