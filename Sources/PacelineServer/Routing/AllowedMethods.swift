import HTTPTypes
import PacelineAPI

/// Which methods each address takes, to tell an address that does not exist from one that takes other methods.
struct AllowedMethods: Sendable {
    private let methods: [PathTemplate: Set<HTTPRequest.Method>]

    init(_ endpoints: [any AnyEndpoint]) {
        methods = endpoints.reduce(into: [:]) { methods, endpoint in
            methods[endpoint.path, default: []].formUnion(endpoint.method.served)
        }
    }

    /// `GET, HEAD, PUT`; nil when nothing answers at the path.
    func allowed(at path: String) -> String? {
        let segments = path.split(separator: "/")
        // As the router does, prefers the template that says more: /v1/sessions/current to /v1/sessions/{id}.
        let found = methods.filter { $0.key.matches(segments) }
            .max { $0.key.literalCount < $1.key.literalCount }
        return found?.value.map(\.rawValue).sorted().joined(separator: ", ")
    }
}

extension PathTemplate {
    fileprivate var literalCount: Int { segments.count - parameterNames.count }

    fileprivate func matches(_ path: [Substring]) -> Bool {
        path.count == segments.count
            && zip(segments, path).allSatisfy { segment, text in
                if case .literal(let literal) = segment { literal == text } else { true }
            }
    }
}

extension PacelineAPI.HTTPMethod {
    /// The methods of a request that an endpoint of this method answers.
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
