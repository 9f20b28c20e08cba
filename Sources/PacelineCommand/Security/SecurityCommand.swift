import ArgumentParser
import Paceline

struct SecurityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "security",
        abstract: "List sign-ins and changes of how you sign in, of the last 180 days.")

    @OptionGroup var list: ListOptions

    func run() async throws {
        try await list.show(emptyMessage: "Nothing has happened yet.", \.table) {
            try await $0.securityEvents($1)
        }
    }
}

extension [SecurityEvent] {
    /// The events, one per line.
    fileprivate var table: Table {
        var table = Table(
            .left("WHEN"), .left("LAST", dropPriority: 2), .left("WHAT"), .truncated("CLIENT"),
            .left("NETWORK", dropPriority: 1))
        for event in self {
            table.add(
                .init(HumanTime.dateTime(event.at)),
                .init(event.lastAt.map { HumanTime.dateTime($0) }, .faint), .init(event.sentence),
                .init(event.clientName ?? ""), .init(event.network, .faint))
        }
        return table
    }
}
