import Paceline
import PacelineDatabase

extension Session {
    public func person(_ person: PersonReference) async throws -> Person {
        try await read { transaction in
            try transaction.person(try transaction.resolve(person, allowingBlocked: true))
        }
    }

    public func people(matching query: String, _ page: PageRequest) async throws -> Page<Person> {
        try await read { try $0.search(query, page) }
    }

    public func suggestions(codes: [String], _ page: PageRequest) async throws -> Page<Person> {
        try await read { try $0.suggestions(codes: codes, page) }
    }

    public func profileQRCode(
        of person: PersonReference, as format: QRCodeImage.Format
    ) async throws -> QRCodeImage {
        let username = try await self.person(person).username
        return try QRCodeImage(of: "\(engine.environment.publicURL)/@\(username)", as: format)
    }

    public func friendCodeQRCode(as format: QRCodeImage.Format) async throws -> QRCodeImage {
        try QRCodeImage(of: try await friendCode().url, as: format)
    }
}
