import Hummingbird

/// Answers each request in a task of its own.
///
/// A task keeps the room that its deepest calls took until it ends, and a connection's task lives as long as the
/// connection: an hour and more under a stream. It need not keep what answering one request took.
struct OwnTaskResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
    let base: Base

    func respond(to request: Request, context: Base.Context) async throws -> Response {
        async let response = base.respond(to: request, context: context)
        return try await response
    }
}
