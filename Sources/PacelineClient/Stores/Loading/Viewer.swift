import Paceline

/// The person as whom a store acts, read once.
@MainActor
final class Viewer {
    private let services: any SocialServices
    /// Nil until it is read.
    private(set) var known: Person?

    init(_ services: any SocialServices) {
        self.services = services
    }

    func person() async throws -> Person {
        if let known { return known }
        let person = try await services.person(.me)
        known = person
        return person
    }
}
