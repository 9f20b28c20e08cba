import Foundation
import Paceline
import PacelineAPI
import PacelineEngine

/// Whether the server is ready for requests.
///
/// The answer is kept for a second, and concurrent requests share one check, so that requests without a sign-in cannot
/// load the database.
actor Readiness {
    private typealias Outcome = Result<ServerStatus, SocialError>

    private let engine: Engine
    private var last: (outcome: Outcome, at: Date)?
    private var check: Task<Outcome, Never>?

    init(of engine: Engine) {
        self.engine = engine
    }

    /// The status, at most a second old.
    /// - Throws: ``SocialError/Code/unavailable`` if the database does not respond.
    func status() async throws -> ServerStatus {
        // The magnitude, since the system's clock can be set back.
        if let last, abs(engine.environment.now().timeIntervalSince(last.at)) < Self.lifetime {
            return try last.outcome.get()
        }
        if let check { return try await check.value.get() }
        let engine = engine
        // A task of its own, since others wait for it even if the request that started it is cancelled.
        let check = Task { await Self.outcome(of: engine) }
        self.check = check
        let outcome = await check.value
        last = (outcome, engine.environment.now())
        self.check = nil
        return try outcome.get()
    }

    private static func outcome(of engine: Engine) async -> Outcome {
        do {
            try await engine.ping()
            return .success(.ok)
        } catch let error as SocialError {
            return .failure(error)
        } catch {
            return .failure(
                SocialError(.unavailable, "The database does not respond: \(error).", retryAfter: 5))
        }
    }

    /// In seconds.
    private static let lifetime: TimeInterval = 1
}
