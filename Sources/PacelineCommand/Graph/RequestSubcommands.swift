import ArgumentParser
import Foundation
import Paceline

/// A request on the command line: its id, the id's last digits, or the other person's username.
struct RequestArgument: ExpressibleByArgument {
    let text: String

    init?(argument: String) {
        text = argument
    }

    /// Finds the pending request in the direction.
    /// - Throws: ``Failure`` if no request matches, or several do.
    func id(
        _ direction: ConnectionRequest.Direction, in services: any SocialServices
    ) async throws -> ConnectionRequest.ID {
        if let id = ConnectionRequest.ID(text) { return id }
        let pending = try await services.requests(direction, kind: nil, PageRequest(limit: 100)).items
        let name = text.withoutAtSign.lowercased()
        let found = pending.filter { request in
            let other = direction == .incoming ? request.from : request.to
            return other.username == name || ShortID(argument: text)?.ends(request.id) == true
        }
        guard let only = found.first, found.count == 1 else {
            throw Failure(
                .rejected, "\(found.isEmpty ? "No request" : "More than one request") matches “\(text)”.",
                advice: "List the requests with: paceline requests"
                    + (direction == .outgoing ? " --outgoing" : ""))
        }
        return only.id
    }
}

/// The options of commands that accept, decline or cancel a request.
struct RequestOptions: ParsableArguments {
    @Argument(help: "The request's id, or the other person.") var request: RequestArgument
    @OptionGroup var context: ContextOptions
    @OptionGroup var output: OutputOptions

    /// Finds the pending request in the direction and makes the change.
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
            Console.note(
                accepted.kind == .friend ? "You and \(name) are now friends." : "\(name) now follows you.")
        }
    }

    struct Decline: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Decline a request. The sender is not notified.")

        @OptionGroup var options: RequestOptions

        func run() async throws {
            try await options.perform(.incoming) { try await $0.decline($1) }
            try options.output.acknowledge("Declined. The sender was not notified.")
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Cancel a request that you sent.")

        @OptionGroup var options: RequestOptions

        func run() async throws {
            try await options.perform(.outgoing) { try await $0.cancel($1) }
            try options.output.acknowledge("Cancelled the request.")
        }
    }
}
