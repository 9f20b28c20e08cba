import Paceline

/// The code of the error that the action throws; nil if it succeeds.
package func code(of action: () async throws -> Void) async throws -> SocialError.Code? {
    do {
        try await action()
        return nil
    } catch let error as SocialError {
        return error.code
    }
}
