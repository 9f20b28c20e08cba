import Paceline
import PacelineAPI
import PacelineEngine

/// Whether requests can be sent here.
/// - Throws: ``SocialError/Code/unavailable`` when the database does not answer, whatever the reason.
func readiness(of engine: Engine) async throws -> ServerStatus {
    do {
        try await engine.ping()
    } catch let error as SocialError {
        throw error
    } catch {
        throw SocialError(.unavailable, "The database does not answer: \(error).", retryAfter: 5)
    }
    return .ok
}
