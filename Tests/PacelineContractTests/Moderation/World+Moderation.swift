import Foundation
import Paceline

@testable import PacelineEngine

extension World {
    /// Runs the server's periodic job that releases held texts.
    func releaseTexts() async throws { try await engine.releasesTexts() }

    /// An engine on the community's database that has restarted with another word list and rated the texts by it.
    func engine(ratingBy words: WordList) async throws -> PacelineEngine.Engine {
        var environment = engine.environment
        environment.words = words
        let restarted = try await PacelineEngine.Engine(database: database, environment: environment)
        _ = try await PeriodicJob.ratingTexts.run(on: restarted)
        return restarted
    }
}

extension PacelineEngine.Engine {
    /// Runs the server's periodic job that releases held texts.
    func releasesTexts() async throws {
        _ = try await PeriodicJob.releasingTexts.run(on: self)
    }
}

extension WordList {
    /// Words that tests can spell out.
    static let spellable = WordList(trusted: "1 mildword\n3 strongword\n4 heldword")

    init(trusted text: String) {
        do throws(Malformed) {
            try self.init(parsing: text)
        } catch {
            preconditionFailure("Line \(error.line) is malformed.")
        }
    }
}

extension Implementation {
    /// Runs a test with the word list ``WordList/spellable``.
    func runWithWords(_ live: @escaping @Sendable (World) async throws -> Void) async throws {
        try await run(configuring: { $0.words = .spellable }, live)
    }
}
