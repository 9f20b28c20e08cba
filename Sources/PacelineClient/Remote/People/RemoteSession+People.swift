import Paceline
import PacelineAPI

extension RemoteSession {
    public func person(_ person: PersonReference) async throws -> Person {
        try await client.call(API.person, PersonPath(person))
    }

    public func people(matching query: String, _ page: PageRequest) async throws -> Page<Person> {
        try await client.call(API.searchPeople, query: PeopleQuery(query, page))
    }

    public func suggestions(codes: [String], _ page: PageRequest) async throws -> Page<Person> {
        try await client.call(API.suggestedPeople, query: SuggestionsQuery(codes: codes, page))
    }

    public func avatar(of person: PersonReference) async throws -> StoredImage {
        try await client.call(API.avatar, PersonPath(person))
    }

    public func header(of person: PersonReference) async throws -> StoredImage {
        try await client.call(API.header, PersonPath(person))
    }

    public func profileQRCode(
        of person: PersonReference, as format: QRCodeImage.Format
    ) async throws -> QRCodeImage {
        try await client.call(API.personCode, PersonPath(person), accept: format.mediaType)
    }
}
