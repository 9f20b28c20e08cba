import Paceline
import PacelineTestSupport

extension Member {
    /// Creates a passkey in a new authenticator.
    func createsPasskey(
        _ algorithm: SoftwareAuthenticator.Algorithm = .es256, named name: String = "Laptop"
    ) async throws -> SoftwareAuthenticator {
        clock.tick()
        var authenticator = try SoftwareAuthenticator(algorithm)
        let creation = try await services.preparePasskey()
        _ = try await services.addPasskey(authenticator.create(for: creation, named: name))
        return authenticator
    }
}

extension World {
    /// A new challenge, signed by the authenticator.
    func answer(of authenticator: SoftwareAuthenticator) async throws -> Credential {
        .passkey(try authenticator.sign(try await community.createPasskeyChallenge()))
    }

    func signIn(with authenticator: SoftwareAuthenticator) async throws -> SignedIn {
        clock.tick()
        return try await community.signIn(with: try await answer(of: authenticator))
    }
}
