import ArgumentParser
import Paceline

struct TokensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: "List, create and revoke access tokens for scripts and recorders.",
        subcommands: [List.self, Create.self, Revoke.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List your access tokens.")

        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let tokens = try await context.services().accessTokens()
            try output.show(tokens, tokens.table)
            if tokens.isEmpty { Console.note("You have no access tokens.") }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create an access token and print its secret.",
            discussion: """
                It expires after a year, or when it is not used for as long as a session, by default 90 days. Creating \
                one needs a sign-in within the last ten minutes.
                """)

        @Argument(help: "What it is for, 1 to 50 characters.") var name: String
        @Option(
            name: .customLong("scope"),
            help:
                "What it allows: \(TokenScope.allCases.map(\.rawValue).joined(separator: ", ")). Repeatable.")
        var scopes: [TokenScope]

        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let created = try await context.services().createAccessToken(
                AccessTokenDraft(name: name, scopes: scopes))
            var sheet = Sheet()
            sheet.add("Token", created.secret)
            sheet.add("Allows", created.token.scopes.map(\.rawValue).joined(separator: ", "))
            try output.show(created, sheet)
            Console.note("Keep it secret. It is not shown again.")
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke an access token.")

        @Argument(help: "The token, by its digits in the list.") var token: ShortID
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await context.services()
            let id = try await token.find("access token", id: \.id) { _ in
                Page(items: try await services.accessTokens())
            }
            try await services.revokeAccessToken(id)
            try output.acknowledge("Revoked the access token.")
        }
    }
}

extension TokenScope: ExpressibleByArgument {}

extension [AccessToken] {
    /// The tokens, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("ID"), .truncated("NAME"), .left("ALLOWS"), .left("CREATED"), .left("LAST USED"),
            .left("EXPIRES", dropPriority: 1))
        for token in self {
            table.add(
                .init(token.id.short, .faint), .init(token.name),
                .init(token.scopes.map(\.rawValue).joined(separator: ", ")),
                .init(HumanTime.date(token.createdAt)), .init(HumanTime.dateTime(token.lastUsedAt)),
                .init(HumanTime.date(token.expiresAt), .faint))
        }
        return table
    }
}
