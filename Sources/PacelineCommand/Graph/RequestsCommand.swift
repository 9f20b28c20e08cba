import ArgumentParser
import Foundation
import Paceline

struct RequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests", abstract: "Ask to be friends, and answer who asks.",
        subcommands: [List.self, Send.self, Accept.self, Reject.self, Cancel.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the requests that wait.")

        @Flag(help: "Those you sent, instead of those you got.") var outgoing = false
        @Option(help: "Only this kind: friend or follow.") var kind: ConnectionRequest.Kind?
        @OptionGroup var options: ListOptions

        func run() async throws {
            let direction: ConnectionRequest.Direction = outgoing ? .outgoing : .incoming
            try await options.show(emptyMessage: "No request waits.", { $0.table(direction, now: Date()) }) {
                try await $0.requests(direction, kind: kind, $1)
            }
        }
    }

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask to be friends, or to follow; a request that crosses another accepts it.")

        @Argument(help: "Whom; or nobody with --code.") var person: PersonArgument?
        @Option(help: "The friend code of whom you ask.") var code: String?
        @Option(help: "A word with it.") var message: String?
        @Option(help: "What you ask for: friend or follow.") var kind = ConnectionRequest.Kind.friend
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (person == nil) != (code == nil) else {
                throw ValidationError("Say whom you ask: a person, or --code CODE.")
            }
        }

        func run() async throws {
            let request = try await context.services().request(
                RequestDraft(kind: kind, to: recipient, message: message))
            try output.show(request, [request].table(.outgoing, now: Date()))
            Console.say(
                request.state == .accepted
                    ? "They had asked you: you are friends now." : "Asked @\(request.to.username).")
        }

        private var recipient: RequestDraft.Recipient {
            person.map { .person($0.reference) } ?? .code(code ?? "")
        }
    }
}

extension [ConnectionRequest] {
    func table(_ direction: ConnectionRequest.Direction, now: Date) -> Table {
        var table = Table(
            .left("ID", dropPriority: 2), .left("KIND", dropPriority: 1),
            .left(direction == .incoming ? "FROM" : "TO"),
            .truncated("NAME", dropPriority: 4), .left("SENT"), .left("STATE", dropPriority: 3),
            .wrapped("MESSAGE"))
        for request in self {
            let other = direction == .incoming ? request.from : request.to
            table.add(
                .init(request.id.short, .faint), "\(request.kind.rawValue)",
                .init("@" + other.username, .accent), .init(other.displayName),
                .init(HumanTime.text(for: request.createdAt, now: now)), "\(request.state.rawValue)",
                .init(request.message))
        }
        return table
    }
}
