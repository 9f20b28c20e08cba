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
        @OptionGroup var page: PageOptions
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let direction: ConnectionRequest.Direction = outgoing ? .outgoing : .incoming
            let found = try await page.gather { try await services.requests(direction, kind: kind, $0) }
            try output.show(found, found.items.table(direction, now: Date()))
            found.remark(nothing: "No request waits.")
        }
    }

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask to be friends, or to follow; a request that crosses another accepts it.")

        @Argument(help: "Whom; or nobody with --code.") var person: PersonArgument?
        @Option(help: "The friend code of whom you ask.") var code: String?
        @Option(help: "A word with it.") var message: String?
        @Option(help: "What you ask for: friend or follow.") var kind = ConnectionRequest.Kind.friend
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let request = try await acting.services().request(
                RequestDraft(kind: kind, to: try recipient(), message: message))
            try output.show(request, [request].table(.outgoing, now: Date()))
            Console.say(
                request.state == .accepted
                    ? "They had asked you: you are friends now." : "Asked @\(request.to.username).")
        }

        private func recipient() throws -> RequestDraft.Recipient {
            switch (person, code) {
            case (let person?, nil): .person(person.reference)
            case (nil, let code?): .code(code)
            default: throw ValidationError("Say whom you ask: a person, or --code CODE.")
            }
        }
    }
}

extension [ConnectionRequest] {
    func table(_ direction: ConnectionRequest.Direction, now: Date) -> Table {
        var table = Table(
            .left("ID"), .left("KIND"), .left(direction == .incoming ? "FROM" : "TO"), .flexible("NAME"),
            .left("SENT"), .left("STATE"), .flexible("MESSAGE"))
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
