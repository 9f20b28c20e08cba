import Foundation
import PacelineAPI
import Paceline

/// What a data folder was filled with, kept beside its database, so that filling it again is recognised.
struct DemoRecord: Codable, Equatable {
    var people: Int
    var workouts: Int
    var seed: UInt64
    var lastDay: Day

    /// Whether the other is of the same making, on whatever day it was made.
    func isSameDemo(as other: DemoRecord) -> Bool {
        (people, workouts, seed) == (other.people, other.workouts, other.seed)
    }

    static func load(from folder: DataFolder) throws -> DemoRecord? {
        let file = URL(filePath: folder.demoRecordPath)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try PacelineJSON.decode(DemoRecord.self, from: [UInt8](try Data(contentsOf: file)))
    }

    func save(in folder: DataFolder) throws {
        try PacelineJSON.encoder.encode(self).write(
            to: URL(filePath: folder.demoRecordPath), options: .atomic)
    }
}

extension DataFolder {
    fileprivate var demoRecordPath: String { path + "/demo.json" }
}
