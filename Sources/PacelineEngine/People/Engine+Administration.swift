import Paceline
import PacelineDatabase

/// What somebody does who administers the community, without being one of its people.
extension Engine {
    /// The services of the person who has the username, for tools that work on the database itself.
    /// - Throws: ``SocialError/Code/personNotFound``.
    public func session(named username: String) async throws -> Session {
        let person = try await translatingErrors {
            try await database.read { try $0.person(named: username.lowercased()) }
        }
        guard let person else { throw SocialError.personNotFound }
        return session(for: person)
    }
}
