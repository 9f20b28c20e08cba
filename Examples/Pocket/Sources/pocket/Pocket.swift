import Foundation
import PacelineLocal

/// A terminal app on `PacelineLocal`, which also works without a connection.
@main
struct Pocket {
    static func main() async {
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            try await run(arguments)
        } catch let problem as UsageProblem {
            complain("\(problem.message)\n\n\(Arguments.usage)")
            exit(2)
        } catch {
            complain(printable(error.localizedDescription))
            exit(1)
        }
    }

    private static func run(_ arguments: Arguments) async throws {
        let device = Device(folder: arguments.folder, isOffline: arguments.isOffline)
        switch arguments.command {
        case .help: print(Arguments.usage)
        case .signIn(let server, let username): try await device.signIn(to: server, as: username)
        case .signOut(let isDiscarding): try await device.signOut(discarding: isDiscarding)
        case .feed(isFullScreen: true):
            try await device.withSession { session, person in
                try await FeedScreen(session, device.network, title: "Pocket · \(person.name)").run()
            }
        case .feed, .publish, .kudos, .comment, .status, .sync, .refusals:
            try await device.withSession { session, person in
                try await Commands(session, of: person).run(arguments.command)
            }
        case .start(let name): try await WithoutAccount.start(name, in: arguments.folder)
        case .card: try await WithoutAccount.run(in: arguments.folder) { try await $0.showCard() }
        case .add(let link): try await WithoutAccount.run(in: arguments.folder) { try await $0.add(link) }
        case .paste(let name):
            let text = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
            try await WithoutAccount.run(in: arguments.folder) { try await $0.paste(text, by: name) }
        case .board: try await WithoutAccount.run(in: arguments.folder) { try await $0.showBoard() }
        case .merge(let isDiscardingPictures):
            try await device.withSession { session, _ in
                try await WithoutAccount.run(in: arguments.folder) { local in
                    try await local.merge(into: session, discardingPictures: isDiscardingPictures)
                }
            }
        case .cancelMerge:
            // Nothing may be sent before.
            try await device.withSession(isActive: false) { session, _ in
                try await WithoutAccount.run(in: arguments.folder) { try await $0.cancelMerge(into: session) }
            }
        }
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
    }
}
