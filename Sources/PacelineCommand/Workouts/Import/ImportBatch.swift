import Foundation
import Paceline
import PacelineImport

/// The workouts read from several files.
struct ImportBatch {
    var workouts: [Row] = []
    var skipped: [ImportReport.Skipped] = []

    /// A workout and its position in the file.
    struct Row {
        let file: String
        let line: Int
        let identified: IdentifiedDraft
    }

    /// Reads the files.
    /// - Throws: ``SocialError`` for an unsupported file, ``Failure`` for one that cannot be read.
    init(reading files: [String], options: ImportOptions, now: Date) throws {
        for file in files {
            let name = URL(filePath: file).lastPathComponent
            let contents = try WorkoutImport(
                reading: try Self.bytes(of: file), named: name, options: options, now: now)
            workouts += contents.workouts.map { Row(file: name, line: $0.line, identified: $0.identified) }
            skipped += contents.skipped.map {
                ImportReport.Skipped(file: name, line: $0.line, reason: $0.reason)
            }
        }
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
            throw Failure(.rejected, "\(file) is a folder.", advice: "Import the files in it: \(file)/*")
        }
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: file)))
        } catch {
            throw Failure(
                .rejected, "\(file) cannot be read.",
                advice: "Check that it exists and that you have permission to read it.")
        }
    }
}
