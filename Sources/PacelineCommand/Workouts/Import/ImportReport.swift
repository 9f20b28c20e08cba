import Foundation
import Paceline

/// What became of an import, as `--json` gives it.
struct ImportReport: Encodable, Equatable {
    var isDryRun = false
    var isInterrupted = false
    var total = 0
    var created = 0
    var updated = 0
    var unchanged = 0
    var refused = 0
    var skipped: [Skipped] = []
    var refusals: [Refusal] = []

    /// A row that gave no workout.
    struct Skipped: Encodable, Equatable {
        let file: String
        let line: Int
        let reason: String
    }

    /// A workout that the service refused.
    struct Refusal: Encodable, Equatable {
        let file: String
        let line: Int
        let id: Workout.ID
        let error: SocialError?
    }

    var done: Int { created + updated + unchanged + refused }

    mutating func count(_ status: PublishStatus) {
        switch status {
        case .created: created += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        case .refused: refused += 1
        }
    }
}

extension ImportReport {
    var table: Table {
        var table = Table(
            .right("WORKOUTS"), .right("CREATED"), .right("UPDATED"), .right("UNCHANGED"), .right("REFUSED"),
            .right("ROWS SKIPPED"))
        table.add(
            "\(total)", .init("\(created)", .good), "\(updated)", "\(unchanged)",
            .init("\(refused)", refused > 0 ? .bad : .plain), "\(skipped.count)")
        return table
    }

    /// Lists, beside the data, each row that was skipped or refused, and why.
    func sayWhatIsMissing() {
        for row in skipped { Console.say("skipped \(row.file):\(row.line): \(row.reason)") }
        for row in refusals {
            Console.say("refused \(row.file):\(row.line): \(row.error?.message ?? "without a reason")")
        }
    }

    var interruption: Failure {
        Failure(
            .interrupted, "Interrupted after \(done) of \(total) workouts; what was published stays.",
            advice: "Give the same command again to go on.")
    }
}
