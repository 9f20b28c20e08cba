import ArgumentParser
import Paceline

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List where you are signed in, or end a session.")

    @Argument(help: "The session to end, by its digits in the list; omit it to list them.")
    var session: ShortID?

    @OptionGroup var list: ListOptions

    func run() async throws {
        guard let session else {
            return try await list.show(emptyMessage: "You have no sessions.", \.table) {
                try await $0.sessions($1)
            }
        }
        let services = try await list.context.services()
        let id = try await session.find("session", id: \.id) { try await services.sessions($0) }
        try await services.revokeSession(id)
        try list.output.acknowledge("Ended the session.")
    }
}

extension [ActiveSession] {
    /// The sessions, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("ID"), .truncated("CLIENT"), .left("NETWORK", dropPriority: 1), .left("SIGNED IN"),
            .left("LAST USED"), .left(""))
        for session in self {
            table.add(
                .init(session.id.short, .faint), .init(session.clientName ?? "unknown"),
                .init(session.network, .faint), .init(HumanTime.date(session.createdAt)),
                .init(HumanTime.dateTime(session.lastUsedAt)),
                .init(session.isCurrent ? "this one" : "", .accent))
        }
        return table
    }
}
