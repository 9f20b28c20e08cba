import ArgumentParser
import Foundation
import Paceline
import PacelineEngine

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List and retry events that could not be processed.",
        discussion: """
            Notifications, the change feed and statistics are derived from the event log. A failed event is retried \
            after 1, 5 and 25 seconds, then parked so that it does not block later events.
            """,
        subcommands: [Show.self, Retry.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the parked events, at most 1,000.")

        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let events = try await community.engine().parkedEvents()
            var table = Table(.left("CONSUMER"), .left("EVENT"), .left("SINCE"), .left("ERROR"))
            for event in events {
                table.add(
                    .init(event.consumer), .init(event.position.description),
                    .init(HumanTime.dateTime(event.at)),
                    .init(event.error))
            }
            if output.json || !events.isEmpty { try output.show(events.map(Row.init), table) }
            guard !output.json else { return }
            Console.note(
                events.isEmpty ? SharedTexts.noParkedEvents : "Retry them with: paceline log retry")
        }

        private struct Row: Encodable {
            let consumer: String
            let position: String
            let at: Date
            let error: String

            init(_ event: ParkedEvent) {
                (consumer, position) = (event.consumer, event.position.description)
                (at, error) = (event.at, event.error)
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retry the parked events.",
            discussion: "The exit status is 1 if an event fails again. \(SharedTexts.serverMayRun)")

        @OptionGroup var community: CommunityOptions

        func run() async throws {
            let outcome = try await community.engine().retryParkedEvents()
            guard outcome.failed == 0 else {
                throw Failure(
                    .rejected,
                    "\(Measure.count(outcome.failed, "event")) failed again; \(outcome.succeeded) succeeded.",
                    advice: SharedTexts.listParkedEvents)
            }
            Console.note(
                outcome.succeeded == 0
                    ? SharedTexts.noParkedEvents
                    : "\(Measure.count(outcome.succeeded, "event")) succeeded.")
        }
    }
}
