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
            .left("WHEN"), .left("WHAT"), .truncated("CLIENT"), .left("NETWORK", dropPriority: 1))
        for event in self {
            table.add(
                .init(HumanTime.dateTime(event.at)), .init(event.sentence), .init(event.clientName ?? ""),
                .init(event.network, .faint))
        }
        return table
    }
}

extension SecurityEvent {
    /// `Signed in (password)`.
    fileprivate var sentence: String {
        switch kind {
        case .signedUp: "Created the account"
        case .signedIn: "Signed in (\(detail ?? "unknown"))"
        case .signInFailed: Measure.count(count, "wrong password")
        case .signedOutEverywhere: "Signed out everywhere"
        case .passwordChanged: "Changed the password"
        case .usernameChanged: "Changed the username to @\(detail ?? "")"
        case .sessionEnded: "Ended the session of \(detail ?? "an unknown client")"
        case .identityLinked: "Added a way to sign in (\(detail ?? "unknown"))"
        case .identityUnlinked: "Removed a way to sign in (\(detail ?? "unknown"))"
        case .recoveryCodesCreated: "Created recovery codes"
        case .recoveryLinkCreated: "An administrator made a recovery link"
        case .recovered: "Used a recovery code or link"
        case .tokenCreated: "Created the access token “\(detail ?? "")”"
        case .tokenRevoked: "Revoked the access token “\(detail ?? "")”"
        case .unknown(let word): word
        }
    }
}
