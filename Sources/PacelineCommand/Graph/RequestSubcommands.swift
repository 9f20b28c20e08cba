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
        let name = text.withoutAtSign.lowercased()
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

/// What the commands take that answer a request or take it back.
struct RequestOptions: ParsableArguments {
    @Argument(help: "Its id, or the other person.") var request: RequestArgument
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    /// Finds the request that waits in the direction, and does something with it.
    func perform<Value>(
        _ direction: ConnectionRequest.Direction,
        _ change: (any SocialServices, ConnectionRequest.ID) async throws -> Value
    ) async throws -> Value {
        let services = try await context.services()
        return try await change(services, try await request.id(direction, in: services))
    }
}

extension RequestsCommand {
    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Accept a request.")

        @OptionGroup var options: RequestOptions

        func run() async throws {
            let accepted = try await options.perform(.incoming) { try await $0.accept($1) }
            try options.output.show(accepted, [accepted].table(.incoming, now: Date()))
            let name = "@" + accepted.from.username
            Console.say(
                accepted.kind == .friend ? "You and \(name) are friends now." : "\(name) follows you now.")
        }
    }

    struct Reject: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Reject a request; its sender is not told.")

        @OptionGroup var options: RequestOptions

        func run() async throws {
            try await options.perform(.incoming) { try await $0.reject($1) }
            try options.output.acknowledge("Rejected, silently.")
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take back a request that you sent.")

        @OptionGroup var options: RequestOptions

        func run() async throws {
            try await options.perform(.outgoing) { try await $0.cancel($1) }
            try options.output.acknowledge("Taken back.")
        }
    }
}
