import PacelineClient
import PacelineLocal

/// Whether requests of the current task reach the server.
enum AirplaneMode {
    @TaskLocal static var isOn = false
}

/// Makes each write without a connection, and sends it then. What the device predicted is returned, unless the server
/// refuses it.
struct LateTransport: Transport {
    let session: HybridSession
    let device: any Transport
    let online: any Transport

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        guard request.method != .get else { return try await online.send(request) }
        // The device holds what its person sees when they write.
        try await session.sync()
        do {
            let response = try await AirplaneMode.$isOn.withValue(true) { try await device.send(request) }
            try await session.syncAll()
            return response
        } catch let error as SocialError where error.code == .offline {
            return try await online.send(request)
        }
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        try await online.stream(request)
    }
}

/// Reads and writes without a connection. Only what the device can neither answer nor queue goes to the server.
struct AirplaneTransport: Transport {
    let session: HybridSession
    let device: any Transport
    let online: any Transport
    let turns: Turns

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        try await turns.take(session)
        do {
            return try await AirplaneMode.$isOn.withValue(true) { try await device.send(request) }
        } catch let error as SocialError where error.code == .offline {
            try await session.syncAll()
            let response = try await online.send(request)
            // A device that has a connection pulls what it changed.
            if request.method != .get { try await session.syncAll() }
            return response
        }
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        try await online.stream(request)
    }
}

/// Whose device is offline. All others have synced.
actor Turns {
    private var current: HybridSession?

    func take(_ session: HybridSession) async throws {
        guard current !== session else { return }
        let last = current
        current = session
        try await last?.syncAll()
        try await session.syncAll()
    }

    func end() async throws {
        let last = current
        current = nil
        try await last?.syncAll()
    }
}

extension HybridSession {
    /// Sends everything.
    /// - Throws: the server's error for a change that it refuses or cannot take.
    func syncAll() async throws {
        let status = try await sync().status
        if let refused = try await refusedChanges().last {
            try await discard(refused.id)
            throw refused.error
        }
        if case .stopped(let error) = status.phase, error.code != .unauthenticated { throw error }
        if status.waiting > 0 { throw SocialError.unsent }
    }
}

extension SocialError {
    static let unsent = SocialError(.unavailable, "A change could not be sent.")
}
