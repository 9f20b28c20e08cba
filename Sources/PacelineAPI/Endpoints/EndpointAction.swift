import Paceline

extension Endpoint {
    /// Who may ask for an endpoint, and what is then done.
    public enum Action: Sendable {
        /// Done for anyone, signed in or not.
        case anyone(
            @Sendable (any SignInService, EndpointRequest<Path, Query, Body>) async throws -> Output)
        /// Done for a person who is signed in.
        case account(
            @Sendable (any SocialServices, EndpointRequest<Path, Query, Body>) async throws -> Output)
        /// Done for a person who is signed in and has a username.
        case member(
            @Sendable (any SocialServices, EndpointRequest<Path, Query, Body>) async throws -> Output)
        /// Answered by the server itself: about its own state, or for as long as the caller listens.
        case server(Access)
    }
}

extension Endpoint.Action where Output == NoContent {
    public static func account(
        _ change:
            @escaping @Sendable (any SocialServices, EndpointRequest<Path, Query, Body>) async throws -> Void
    ) -> Self {
        .account { services, request -> NoContent in
            try await change(services, request)
            return NoContent()
        }
    }

    public static func member(
        _ change:
            @escaping @Sendable (any SocialServices, EndpointRequest<Path, Query, Body>) async throws -> Void
    ) -> Self {
        .member { services, request -> NoContent in
            try await change(services, request)
            return NoContent()
        }
    }
}

/// Who may call an endpoint.
public enum Access: Sendable {
    case anyone
    /// A person who is signed in.
    case account
    /// A person who is signed in and has a username.
    case member
}

extension Endpoint {
    public var access: Access {
        switch action {
        case .anyone: .anyone
        case .account: .account
        case .member: .member
        case .server(let access): access
        }
    }

    public var isAnsweredByServer: Bool {
        if case .server = action { true } else { false }
    }
}

extension Endpoint {
    public func reply(to request: EncodedRequest, as services: any SocialServices) async throws -> Reply {
        switch action {
        case .account(let perform), .member(let perform):
            try reply(try await perform(services, try read(request)))
        case .anyone, .server: throw cannotBeDone
        }
    }

    public func reply(to request: EncodedRequest, from service: any SignInService) async throws -> Reply {
        switch action {
        case .anyone(let perform): try reply(try await perform(service, try read(request)))
        case .account, .member, .server: throw cannotBeDone
        }
    }

    private var cannotBeDone: SocialError { SocialError(.notFound, "\(id) cannot be done in this way.") }
}
