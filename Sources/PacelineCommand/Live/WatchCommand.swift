import ArgumentParser
import Foundation
import Paceline
import PacelineAPI
import PacelineEngine

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print events as they happen, until ^C.",
        discussion: """
            With --json each line is one event: {"id", "event", "data"}. A line with only an id means that you are up \
            to date. To resume later, pass the last id as --since.
            """)

    @Option(help: ArgumentHelp("Start after the event with this id.", valueName: "id")) var since:
        LogPosition?
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        if let data = context.data, let username = context.username {
            let engine = try await DataFolder(data).existingEngine()
            let session = try await engine.session(named: username.withoutAtSign)
            try await Self.withPolling(of: engine) { try await watch(session) }
        } else {
            try await watch(try await context.services())
        }
    }

    private func watch(_ services: any SocialServices) async throws {
        var (position, formatter) = (since, LiveEventFormatter(services))
        while true {
            for try await event in services.events(after: position, watching: []) {
                position = event.position
                let line =
                    output.json ? try event.jsonLine() : try await formatter.line(for: event, at: Date())
                guard let line else { continue }
                print(line)
                fflush(nil)
            }
        }
    }

    /// Polls the data folder every second, since other processes that change it cannot notify this one.
    private static func withPolling(
        of engine: Engine, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask(operation: body)
            tasks.addTask {
                while true {
                    try await Task.sleep(for: .seconds(1))
                    try await engine.live.heartbeat()
                }
            }
            defer { tasks.cancelAll() }
            try await tasks.next()
        }
    }
}

extension LogPosition: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension LiveEvent {
    /// The event as one line of JSON.
    fileprivate func jsonLine() throws -> String {
        let message = try serverSent()
        let id = "{\"id\":\"\(position)\""
        guard let event = message.event, let data = message.data else { return id + "}" }
        return id + ",\"event\":\"\(event)\",\"data\":\(String(decoding: data, as: UTF8.self))}"
    }
}
