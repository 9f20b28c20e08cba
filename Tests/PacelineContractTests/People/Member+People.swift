import Paceline

extension Member {
    @discardableResult
    func chooses(_ privacyLevel: PrivacyLevel) async throws -> Account {
        clock.tick()
        return try await services.update(AccountChanges(privacyLevel: privacyLevel), ifMatch: nil)
    }
}

// Reads.
extension Member {
    func sees(_ other: Member) async throws -> Person { try await services.person(other.reference) }

    func finds(_ query: String) async throws -> [String] {
        try await services.people(matching: query, .whole).items.map(\.username)
    }

    func suggested(codes: [String] = []) async throws -> [String] {
        try await services.suggestions(codes: codes, .whole).items.map(\.username)
    }
}
