import Paceline
import PacelineAPI

extension RemoteSession {
    public func request(_ draft: RequestDraft) async throws -> ConnectionRequest {
        try await client.call(API.sendRequest, body: RequestBody(draft)).request
    }

    public func requests(
        _ direction: ConnectionRequest.Direction, kind: ConnectionRequest.Kind?, _ page: PageRequest
    ) async throws -> Page<ConnectionRequest> {
        try await client.call(API.requests, query: RequestsQuery(direction, kind: kind, page))
    }

    public func accept(_ id: ConnectionRequest.ID) async throws -> ConnectionRequest {
        try await client.call(API.acceptRequest, RequestPath(id))
    }

    public func decline(_ id: ConnectionRequest.ID) async throws {
        _ = try await client.call(API.rejectRequest, RequestPath(id))
    }

    public func cancel(_ id: ConnectionRequest.ID) async throws {
        _ = try await client.call(API.cancelRequest, RequestPath(id))
    }
}
