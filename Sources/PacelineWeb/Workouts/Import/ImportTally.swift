import Foundation
import Paceline

/// The results of an import so far. The script passes them from one step to the next. They are only shown to
/// the user, so the server doesn't need to trust them.
struct ImportTally: Sendable {
    private(set) var counts: [PublishStatus: Int] = [:]
    /// The reasons for rejected workouts, one line each.
    private(set) var rejections: [String] = []

    init(_ form: FormData) {
        for status in PublishStatus.allCases {
            counts[status] = form[status.rawValue].flatMap(Int.init).map { min(max($0, 0), 1_000_000) } ?? 0
        }
        rejections = (form["rejections"] ?? "").split(separator: "\n").map(String.init)
    }

    var done: Int { counts.values.reduce(0, +) }

    func count(_ status: PublishStatus) -> Int { counts[status] ?? 0 }

    /// The index at which the next step ends: a tenth of the total, but at least a full batch.
    func endOfStep(of total: Int) -> Int {
        min(total, done + max(IdentifiedDraft.batchLimit, total / 10))
    }

    mutating func add(_ results: [BatchResult], for rows: ArraySlice<ImportContents.Row>) {
        for (row, result) in zip(rows, results) {
            counts[result.status, default: 0] += 1
            guard result.status == .rejected else { continue }
            rejections.append("\(row.file):\(row.line): \(result.error?.message ?? "")")
        }
    }
}
