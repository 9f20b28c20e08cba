import Foundation
import Paceline
import PacelineDatabase
import PacelineDemo
import PacelineEngine

/// Creates a demo community in a data folder, atomically.
struct DemoBuilder {
    let folder: DataFolder
    let record: DemoRecord
    /// The instant at which the community's history ends.
    let end: Date

    enum Outcome: Equatable {
        case created
        /// The folder already contains the demo, with this last day.
        case alreadyExists(Day)
    }

    /// Creates the community unless it exists.
    /// - Throws: ``Failure`` if the folder contains another community.
    func run() async throws -> Outcome {
        if folder.hasDatabase {
            guard let existing = try DemoRecord.load(from: folder), existing.isSameDemo(as: record) else {
                throw Failure(
                    .rejected, "\(folder.path) already contains another community.",
                    advice:
                        "Choose another folder, or serve this one with: paceline serve --data \(folder.path)")
            }
            return .alreadyExists(existing.lastDay)
        }
        try await fill()
        return .created
    }

    /// Builds the database in a temporary folder, so that an interrupted run does not look complete.
    private func fill() async throws {
        let temporary = DataFolder(folder.path + "/.demo-unfinished")
        try temporary.remove()
        let database = try SQLiteDatabase(path: temporary.databasePath)
        let engine = try await DemoCommunity.environment.engine(
            on: database, ledgerKey: try await folder.ledgerKeyFile(), .required)
        let plan = DemoPlan(
            people: record.people, workouts: record.workouts, seed: record.seed, end: end)
        let bar = ProgressBar("Creating the community")
        try await DemoCommunity(plan: plan, engine: engine) { bar.show($0, of: $1) }.build()
        try record.save(in: folder)
        if !FileManager.default.fileExists(atPath: folder.rewardsPath) {
            try Data(DemoRewards.file.utf8).write(to: URL(filePath: folder.rewardsPath))
        }
        try await database.backup(to: folder.databasePath)
        try await database.close()
        try temporary.remove()
    }
}

extension DataFolder {
    fileprivate func remove() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.removeItem(atPath: path)
    }
}
