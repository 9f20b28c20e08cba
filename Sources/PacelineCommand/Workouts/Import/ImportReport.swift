import Foundation
import Paceline

/// The result of an import, in the format of `--json`.
struct ImportReport: Encodable, Equatable {
    var isDryRun = false
    var isInterrupted = false
    var total = 0
    var created = 0
    var updated = 0
    var unchanged = 0
    var rejected = 0
    var skipped: [Skipped] = []
    var rejections: [Rejection] = []

    /// A row that could not be read as a workout.
    struct Skipped: Encodable, Equatable {
        let file: String
        let line: Int
        let reason: String
    }

    /// A workout that was rejected.
    struct Rejection: Encodable, Equatable {
        let file: String
        let line: Int
        let id: Workout.ID
        let error: SocialError?
    }

    var done: Int { created + updated + unchanged + rejected }

    mutating func count(_ status: PublishStatus) {
        switch status {
        case .created: created += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        case .rejected: rejected += 1
        }
    }
}

extension ImportReport {
    var table: Table {
        var table = Table(
            .right("WORKOUTS"), .right("CREATED"), .right("UPDATED"), .right("UNCHANGED"), .right("REJECTED"),
            .right("SKIPPED"))
        table.add(
            .init(Measure.grouped(total)), .init(Measure.grouped(created), .good),
            .init(Measure.grouped(updated)),
            .init(Measure.grouped(unchanged)), .init(Measure.grouped(rejected), rejected > 0 ? .bad : .plain),
            .init(Measure.grouped(skipped.count), skipped.isEmpty ? .plain : .bad))
        return table
    }

    /// Reports each skipped or rejected row on standard error.
    func reportProblems() {
        for row in skipped { Console.note("skipped \(row.file):\(row.line): \(row.reason)") }
        for row in rejections {
            Console.note("rejected \(row.file):\(row.line): \(row.error?.message ?? SharedTexts.noReason)")
        }
    }

    var interruption: Failure {
        Failure(
            .interrupted,
            """
            Interrupted after \(Measure.grouped(done)) of \(Measure.count(total, "workout")). Published workouts are \
            kept.
            """,
            advice: SharedTexts.runAgain)
    }
}
