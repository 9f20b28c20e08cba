import HTTPTypes
import PacelineAPI

/// The methods that each path allows, to distinguish 404 from 405.
struct AllowedMethods: Sendable {
    private let methods: [PathTemplate: Set<HTTPRequest.Method>]

    init(_ endpoints: [any AnyEndpoint]) {
        methods = endpoints.reduce(into: [:]) { methods, endpoint in
            methods[endpoint.path, default: []].formUnion(endpoint.method.served)
        }
    }

    /// The value of the `Allow` header, such as `GET, HEAD, PUT`; nil if no endpoint has the path.
    func allowed(at path: String) -> String? {
        let segments = path.split(separator: "/").map(String.init)
        // Like the router, prefer literal segments: /v1/sessions/current over /v1/sessions/{id}.
        let found = methods.filter { $0.key.parameters(in: segments) != nil }
            .max { $0.key.literalCount < $1.key.literalCount }
        return found?.value.map(\.rawValue).sorted().joined(separator: ", ")
    }
}

extension PacelineAPI.HTTPMethod {
    /// The request methods that an endpoint with this method serves.
    var served: Set<HTTPRequest.Method> {
        switch self {
        case .get: [.get, .head]
        case .put: [.put]
        case .post: [.post]
        case .patch: [.patch]
        case .delete: [.delete]
        }
    }
}
