import Foundation
import Paceline
import PacelineDatabase
import PacelineDemo
import PacelineEngine

/// Fills a data folder with a made-up community: whole or not at all.
struct DemoBuilder {
    let folder: DataFolder
    let record: DemoRecord

    enum Outcome: Equatable {
        case made
        /// The same one is there, up to the day.
        case wasThere(Day)
    }

    /// - Throws: ``Failure`` when another community is in the folder.
    func run() async throws -> Outcome {
        if folder.hasDatabase {
            guard let made = try DemoRecord.load(from: folder), made.isSameDemo(as: record) else {
                throw Failure(
                    .refused, "\(folder.path) holds another community, which stays as it is.",
                    advice:
                        "Choose another folder, or serve this one with: paceline serve --data \(folder.path)")
            }
            return .wasThere(made.lastDay)
        }
        try await fill()
        return .made
    }

    /// The database appears in the folder when it is complete; an interrupted one is begun anew the next time.
    private func fill() async throws {
        let workshop = DataFolder(folder.path + "/.demo-unfinished")
        try workshop.remove()
        let database = try SQLiteDatabase(path: workshop.databasePath)
        let engine = try await Engine(database: database, environment: DemoCommunity.environment)
        let plan = DemoPlan(
            people: record.people, workouts: record.workouts, seed: record.seed, lastDay: record.lastDay)
        let bar = ProgressBar("Making the community")
        try await DemoCommunity(plan: plan, engine: engine) { bar.show($0, of: $1) }.build()
        try record.save(in: folder)
        try await database.backup(to: folder.databasePath)
        try await database.close()
        try workshop.remove()
    }
}

extension DataFolder {
    fileprivate func remove() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}
