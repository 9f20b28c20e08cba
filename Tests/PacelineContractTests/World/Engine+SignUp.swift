import Paceline
import PacelineEngine

extension Engine {
    /// Signs an adult up, in a test that needs an engine without a world.
    func signUp(named username: String) async throws -> Session {
        let signUp = SignUp(
            username: username, password: World.password, birthDate: try day(1990_05_17))
        return session(for: try await self.signUp(signUp).person.id)
    }
}
