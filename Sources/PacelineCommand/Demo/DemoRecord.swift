import Foundation
import PacelineAPI
import Paceline

/// The parameters of a demo community, stored beside its database to recognise it later.
struct DemoRecord: Codable, Equatable {
    var people: Int
    var workouts: Int
    var seed: UInt64
    var lastDay: Day

    /// Whether both demos have the same parameters, except for the last day.
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
