import Foundation
import Paceline
import PacelineClient

/// Uploads an import in batches. It can be interrupted between batches and resumed without loss.
struct Upload {
    /// Publishes one batch.
    let publish: @Sendable ([IdentifiedDraft]) async throws -> [BatchResult]
    /// Whether to stop before the next batch.
    let isInterrupted: () -> Bool
    var retry = RetryPolicy.history

    func send(_ batch: ImportBatch) async throws -> ImportReport {
        var report = ImportReport(total: batch.workouts.count, skipped: batch.skipped)
        let bar = ProgressBar("Importing")
        defer { bar.endLine() }
        let publication = HistoryPublication(
            of: batch.workouts.map(\.identified), retry: retry, publish: publish)
        var steps = publication.makeAsyncIterator()
        do {
            while report.done < report.total {
                report.isInterrupted = isInterrupted()
                guard !report.isInterrupted, let step = try await steps.next() else { break }
                report.add(step.results, for: batch.workouts[report.done...])
                if let pause = step.pause {
                    bar.endLine()
                    Console.note("\(pause.error.message) Retrying in \(pause.duration.wholeSeconds) s.")
                } else {
                    bar.show(report.done, of: report.total)
                }
            }
        } catch let error as SocialError {
            throw Failure(stopping: error, after: report)
        }
        return report
    }
}

extension Duration {
    /// Rounded up.
    fileprivate var wholeSeconds: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}

extension Failure {
    fileprivate init(stopping error: SocialError, after report: ImportReport) {
        let failure = Failure(error)
        self.init(
            failure.status,
            """
            \(error.message) \(Measure.grouped(report.done)) of \(Measure.count(report.total, "workout")) were \
            published.
            """,
            advice: SharedTexts.runAgain)
    }
}

extension ImportReport {
    fileprivate mutating func add(_ results: [BatchResult], for rows: ArraySlice<ImportBatch.Row>) {
        for (row, result) in zip(rows, results) {
            count(result.status)
            guard result.status == .rejected else { continue }
            rejections.append(Rejection(file: row.file, line: row.line, id: result.id, error: result.error))
        }
    }
}
