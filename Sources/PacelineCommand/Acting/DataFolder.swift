import Foundation
import PacelineDatabase
import PacelineEngine

/// A folder in which one community lives.
struct DataFolder: Sendable {
    let path: String

    init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    var databasePath: String { path + "/paceline.sqlite" }
    var configurationPath: String { path + "/paceline.json" }

    var hasDatabase: Bool { FileManager.default.fileExists(atPath: databasePath) }

    /// Opens the community's database, which must be there: a slip in the path makes no new one.
    func existingDatabase() throws -> SQLiteDatabase {
        guard hasDatabase else {
            throw Failure(
                .refused, "There is no community in \(path).",
                advice: "Make one with: paceline demo --data \(path), or: paceline serve --data \(path)")
        }
        return try SQLiteDatabase(path: databasePath)
    }

    /// Opens the community that is there.
    func existingEngine(_ environment: Environment = Environment()) async throws -> Engine {
        try await Engine(database: try existingDatabase(), environment: environment)
    }
}
