import ArgumentParser
import Foundation
import Paceline
import PacelineEngine

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List events that could not be processed, and retry them.",
        discussion: """
            Notifications, the change feed and statistics are made from the event log. An event that fails is retried \
            after 1, 5 and 25 seconds, then parked, so that the others go on.
            """,
        subcommands: [Show.self, Retry.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the parked events.")

        @OptionGroup var community: CommunityOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let events = try await community.engine().parkedEvents()
            var table = Table(.left("FOR"), .left("EVENT"), .left("SINCE"), .left("ERROR"))
            for event in events {
                table.add(
                    .init(event.follower), .init(event.position.description),
                    .init(HumanTime.dateTime(event.at)),
                    .init(event.error))
            }
            if output.json || !events.isEmpty { try output.show(events.map(Row.init), table) }
            guard !output.json else { return }
            Console.say(events.isEmpty ? "No event is parked." : "Retry them with: paceline log retry")
        }

        private struct Row: Encodable {
            let follower: String
            let position: String
            let at: Date
            let error: String

            init(_ event: ParkedEvent) {
                (follower, position) = (event.follower, event.position.description)
                (at, error) = (event.at, event.error)
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Retry the parked events.",
            discussion: "Ends with 1 when one of them fails again. A server may run meanwhile.")

        @OptionGroup var community: CommunityOptions

        func run() async throws {
            let engine = try await community.engine()
            let succeeded = try await engine.retryParkedEvents()
            let left = try await engine.parkedEvents().count
            guard left == 0 else {
                throw Failure(
                    .refused, "\(Measure.count(left, "event")) failed again, \(succeeded) succeeded.",
                    advice: "See: paceline log")
            }
            Console.say(
                succeeded == 0 ? "No event is parked." : "\(Measure.count(succeeded, "event")) succeeded.")
        }
    }
}
