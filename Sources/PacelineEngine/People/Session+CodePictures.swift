import Paceline
import PacelineDatabase

extension Session {
    public func codePicture(
        of person: PersonReference, as format: CodePicture.Format
    ) async throws -> CodePicture {
        let username = try await self.person(person).username
        return try CodePicture(of: "\(engine.environment.publicURL)/@\(username)", as: format)
    }

    public func friendCodePicture(as format: CodePicture.Format) async throws -> CodePicture {
        try CodePicture(of: try await friendCode().url, as: format)
    }
}
