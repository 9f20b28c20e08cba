import ArgumentParser
import Foundation
import Paceline

struct RequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "List, send, accept, decline and cancel friend and follow requests.",
        subcommands: [List.self, Send.self, Accept.self, Decline.self, Cancel.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List pending requests.")

        @Flag(help: "Requests that you sent, instead of those you received.") var outgoing = false
        @Option(help: "Only this kind: friend or follow.") var kind: ConnectionRequest.Kind?
        @OptionGroup var options: ListOptions

        func run() async throws {
            let direction: ConnectionRequest.Direction = outgoing ? .outgoing : .incoming
            try await options.show(
                emptyMessage: "There are no pending requests.", { $0.table(direction, now: Date()) }
            ) {
                try await $0.requests(direction, kind: kind, $1)
            }
        }
    }

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Send a friend or follow request. If the person has already sent you one, this accepts it.")

        @Argument(help: "The person; omit it with --code.") var person: PersonArgument?
        @Option(help: "The person's friend code.") var code: String?
        @Option(help: "A message to the person.") var message: String?
        @Option(help: "The kind of request: friend or follow.") var kind = ConnectionRequest.Kind.friend
        @OptionGroup var context: ContextOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (person == nil) != (code == nil) else {
                throw ValidationError("Use either a person or --code CODE.")
            }
        }

        func run() async throws {
            let request = try await context.services().request(
                RequestDraft(kind: kind, to: recipient, message: message))
            try output.show(request, [request].table(.outgoing, now: Date()))
            Console.note(Self.note(about: request))
        }

        private static func note(about request: ConnectionRequest) -> String {
            switch (request.state, request.kind) {
            case (.accepted, .friend): "You are now friends: they had already sent you a request."
            case (.accepted, .follow): "You now follow @\(request.to.username)."
            default: "Sent a request to @\(request.to.username)."
            }
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
                .init(request.message.map { $0 + (request.isWaiting == true ? " (held)" : "") }))
        }
        return table
    }
}
