import Paceline
import PacelineAPI

// One overload of `call` per combination of path, query and body, so that callers pass only what the endpoint takes.
extension APIClient {
    func call<Output>(
        _ endpoint: Endpoint<NoParameters, NoParameters, EmptyBody, Output>, accept mediaType: String = "*/*"
    ) async throws -> Output {
        try await call(endpoint, NoParameters(), NoParameters(), EmptyBody(), accept: mediaType)
    }

    func call<Path, Output>(
        _ endpoint: Endpoint<Path, NoParameters, EmptyBody, Output>, _ path: Path,
        accept mediaType: String = "*/*"
    ) async throws -> Output {
        try await call(endpoint, path, NoParameters(), EmptyBody(), accept: mediaType)
    }

    func call<Path, Query, Output>(
        _ endpoint: Endpoint<Path, Query, EmptyBody, Output>, _ path: Path, query: Query
    ) async throws -> Output {
        try await call(endpoint, path, query, EmptyBody())
    }

    func call<Query, Output>(
        _ endpoint: Endpoint<NoParameters, Query, EmptyBody, Output>, query: Query
    ) async throws -> Output {
        try await call(endpoint, NoParameters(), query, EmptyBody())
    }

    func call<Body, Output>(
        _ endpoint: Endpoint<NoParameters, NoParameters, Body, Output>, body: Body,
        ifMatch version: Version? = nil
    ) async throws -> Output {
        try await call(endpoint, NoParameters(), NoParameters(), body, ifMatch: version)
    }

    func call<Path, Body, Output>(
        _ endpoint: Endpoint<Path, NoParameters, Body, Output>, _ path: Path, body: Body,
        ifMatch version: Version? = nil
    ) async throws -> Output {
        try await call(endpoint, path, NoParameters(), body, ifMatch: version)
    }
}
