import ArgumentParser
import Foundation
import Paceline

/// A request named by its id, or by who sent or got it.
struct RequestArgument: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        text = argument
    }

    /// The request that waits in the direction.
    func id(
        _ direction: ConnectionRequest.Direction, in services: any SocialServices
    ) async throws -> ConnectionRequest.ID {
        if let id = ConnectionRequest.ID(text) { return id }
        let waiting = try await services.requests(direction, kind: nil, PageRequest(limit: 100)).items
        let name = text.withoutAt.lowercased()
        let found = waiting.filter { request in
            let other = direction == .incoming ? request.from : request.to
            return other.username == name || ShortID(argument: text)?.ends(request.id) == true
        }
        guard let only = found.first, found.count == 1 else {
            throw Failure(
                .refused, "\(found.isEmpty ? "No request" : "More than one request") matches “\(text)”.",
                advice: "See them with: paceline requests" + (direction == .outgoing ? " --outgoing" : ""))
        }
        return only.id
    }
}

extension RequestsCommand {
    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Accept a request.")

        @Argument(help: "Its id, or who sent it.") var request: RequestArgument
        @OptionGroup var acting: ActingOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let services = try await acting.services()
            let accepted = try await services.accept(try await request.id(.incoming, in: services))
            try output.show(accepted, [accepted].table(.incoming, now: Date()))
        }
    }

    struct Reject: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Reject a request; its sender is not told.")

        @Argument(help: "Its id, or who sent it.") var request: RequestArgument
        @OptionGroup var acting: ActingOptions

        func run() async throws {
            let services = try await acting.services()
            try await services.reject(try await request.id(.incoming, in: services))
            Console.say("Rejected, silently.")
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take back a request that you sent.")

        @Argument(help: "Its id, or who got it.") var request: RequestArgument
        @OptionGroup var acting: ActingOptions

        func run() async throws {
            let services = try await acting.services()
            try await services.cancel(try await request.id(.outgoing, in: services))
            Console.say("Taken back.")
        }
    }
}
