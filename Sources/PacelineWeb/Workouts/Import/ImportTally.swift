import Foundation
import Paceline

/// What has become of an import so far. A script that publishes in steps hands it from one to the next; it tells its
/// own person about their own workouts, and nothing else depends on it.
struct ImportTally: Sendable {
    private(set) var counts: [PublishStatus: Int] = [:]
    /// Why a workout was refused, a line for each.
    private(set) var refusals: [String] = []

    init(_ form: FormData) {
        for status in PublishStatus.allCases {
            counts[status] = form[status.rawValue].flatMap(Int.init).map { min(max($0, 0), 1_000_000) } ?? 0
        }
        refusals = (form["refusals"] ?? "").split(separator: "\n").map(String.init)
    }

    var done: Int { counts.values.reduce(0, +) }

    func count(_ status: PublishStatus) -> Int { counts[status] ?? 0 }

    /// Where the next step ends: after a tenth of all, and after a full batch at least.
    func nextStop(of total: Int) -> Int {
        min(total, done + max(IdentifiedDraft.batchLimit, total / 10))
    }

    mutating func add(_ results: [BatchResult], for rows: ArraySlice<ImportContents.Row>) {
        for (row, result) in zip(rows, results) {
            counts[result.status, default: 0] += 1
            guard result.status == .refused else { continue }
            refusals.append("\(row.file):\(row.line): \(result.error?.message ?? "")")
        }
    }
}
