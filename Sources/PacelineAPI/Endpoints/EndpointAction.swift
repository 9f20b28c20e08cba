import Paceline

extension Endpoint {
    /// Who can call an endpoint, and its implementation.
    public enum Action: Sendable {
        /// Anyone, signed in or not.
        case anyone(
            @Sendable (any SignInService, EndpointRequest<Path, Query, Body>) async throws -> Output)
        /// A signed-in person.
        case account(
            @Sendable (any SocialServices, EndpointRequest<Path, Query, Body>) async throws -> Output)
        /// A signed-in person with a username.
        case member(
            @Sendable (any SocialServices, EndpointRequest<Path, Query, Body>) async throws -> Output)
        /// A member of the staff with the role. The call of other people is refused and recorded.
        case staff(
            StaffRole,
            @Sendable (any StaffServices, EndpointRequest<Path, Query, Body>) async throws -> Output)
        /// Implemented by the server itself: operations endpoints and the live stream.
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

extension Endpoint.Action where Output == NoContent {
    public static func staff(
        _ role: StaffRole,
        _ change:
            @escaping @Sendable (any StaffServices, EndpointRequest<Path, Query, Body>) async throws -> Void
    ) -> Self {
        .staff(role) { services, request -> NoContent in
            try await change(services, request)
            return NoContent()
        }
    }
}

/// Who can call an endpoint.
public enum Access: Sendable {
    /// Anyone, signed in or not.
    case anyone
    /// A signed-in person.
    case account
    /// A signed-in person with a username.
    case member
}

extension Endpoint {
    public var access: Access {
        switch action {
        case .anyone: .anyone
        case .account: .account
        case .member, .staff: .member
        case .server(let access): access
        }
    }

    public var role: StaffRole? {
        if case .staff(let role, _) = action { role } else { nil }
    }

    public var isHandledByServer: Bool {
        if case .server = action { true } else { false }
    }
}

extension Endpoint {
    public func respond(to request: EncodedRequest, as services: any SocialServices) async throws
        -> EncodedResponse
    {
        let perform = try performForPerson()
        return try response(try await perform(services, try read(request)))
    }

    /// Calls the services of a signed-in person.
    func perform(
        _ request: EndpointRequest<Path, Query, Body>, as services: any SocialServices
    ) async throws -> Output {
        try await performForPerson()(services, request)
    }

    /// The implementation for a signed-in person.
    private func performForPerson() throws
        -> @Sendable (
            any SocialServices, EndpointRequest<Path, Query, Body>
        ) async throws -> Output
    {
        switch action {
        case .account(let perform), .member(let perform): perform
        case .anyone, .staff, .server: throw wrongAccess
        }
    }

    public func respond(to request: EncodedRequest, asStaff services: any StaffServices) async throws
        -> EncodedResponse
    {
        switch action {
        case .staff(_, let perform): try response(try await perform(services, try read(request)))
        case .anyone, .account, .member, .server: throw wrongAccess
        }
    }

    public func respond(to request: EncodedRequest, from service: any SignInService) async throws
        -> EncodedResponse
    {
        switch action {
        case .anyone(let perform): try response(try await perform(service, try read(request)))
        case .account, .member, .staff, .server: throw wrongAccess
        }
    }

    private var wrongAccess: SocialError { SocialError(.notFound, "\(id) is not available this way.") }
}
