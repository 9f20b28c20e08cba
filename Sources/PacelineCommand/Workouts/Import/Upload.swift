import Foundation
import Paceline

/// Uploads an import in batches. It can be interrupted between batches and resumed without loss.
struct Upload {
    /// Publishes one batch.
    let publish: ([IdentifiedDraft]) async throws -> [BatchResult]
    /// Whether to stop before the next batch.
    let isInterrupted: () -> Bool
    /// Waits for the given number of seconds; tests replace it.
    var wait: (Int) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    var batchSize = IdentifiedDraft.batchLimit

    /// The number of retries of one batch before the import fails.
    private static let maxRetries = 6

    func send(_ batch: ImportBatch) async throws -> ImportReport {
        var report = ImportReport(total: batch.workouts.count, skipped: batch.skipped)
        let bar = ProgressBar("Importing")
        var rest = batch.workouts[...]
        while !rest.isEmpty {
            if isInterrupted() {
                report.isInterrupted = true
                break
            }
            let rows = rest.prefix(batchSize)
            report.add(try await publishWithRetries(rows, after: report, bar), for: rows)
            rest = rest.dropFirst(rows.count)
            bar.show(report.done, of: report.total)
        }
        bar.endLine()
        return report
    }

    /// Publishes one batch, and retries with backoff while the server is busy or unreachable.
    private func publishWithRetries(
        _ rows: ArraySlice<ImportBatch.Row>, after report: ImportReport, _ bar: ProgressBar
    ) async throws -> [BatchResult] {
        var attempt = 0
        while true {
            do {
                return try await publish(rows.map(\.identified))
            } catch let error as SocialError where error.isRetryable && attempt < Self.maxRetries {
                let seconds = error.retryAfter ?? min(30, 1 << attempt)
                bar.endLine()
                Console.note("\(error.message) Retrying in \(seconds) s.")
                try await wait(seconds)
                attempt += 1
            } catch let error as SocialError {
                bar.endLine()
                throw Failure(stopping: error, after: report)
            }
        }
    }
}

extension SocialError {
    /// Whether a retry may succeed.
    fileprivate var isRetryable: Bool { [.rateLimited, .busy, .unavailable, .timeout].contains(code) }
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
