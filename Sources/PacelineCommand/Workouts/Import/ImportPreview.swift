import Foundation
import Paceline

/// A dry run of an import, compared with the published workouts.
struct ImportPreview {
    private(set) var report: ImportReport
    let table: Table

    private static let shown = 10

    /// - Note: Workouts that differ only in notes or intervals count as unchanged, since lists omit these.
    init(of batch: ImportBatch, _ services: some WorkoutService) async throws {
        let known = try await services.allOwnWorkouts()
        let now = Date()
        report = ImportReport(isDryRun: true, total: batch.workouts.count, skipped: batch.skipped)
        var table = Table(
            .left("FILE", dropPriority: 3), .right("LINE"), .left("DATE"), .left("TYPE", dropPriority: 2),
            .truncated("WORKOUT"),
            .right("TIME"), .right("AMOUNT", dropPriority: 1), .right("PACE", dropPriority: 4),
            .left("STATUS"))
        for (index, row) in batch.workouts.enumerated() {
            let status = report.count(row, replacing: row.identified.replaced(among: known), now: now)
            if index < Self.shown { table.add(row, row.identified.draft, status) }
        }
        self.table = table
    }

    /// The first workouts with their status, then the counts by status.
    func lines(on console: Console) -> [String] {
        let rest = report.total - Self.shown
        let more = rest > 0 ? ["… and \(Measure.grouped(rest)) more"] : []
        return table.lines(on: console) + more + [""] + report.table.lines(on: console)
    }
}

extension Table {
    fileprivate mutating func add(_ row: ImportBatch.Row, _ draft: WorkoutDraft, _ status: PublishStatus) {
        let pace = Measure.pace(
            split: draft.averageSplit, distance: draft.distance, duration: draft.duration, of: draft.type)
        add(
            .init(row.file), "\(row.line)", .init(HumanTime.dateTime(draft.startedAt)),
            "\(draft.type.rawValue)",
            .init(WorkoutPattern.spokenTitle(draft.title)),
            .init(Measure.duration(draft.duration, of: draft.type)),
            .init(Measure.distance(draft.distance, of: draft.type)), .init(pace),
            .init(status.rawValue, status == .unchanged ? .faint : .good))
    }
}

extension ImportReport {
    fileprivate mutating func count(
        _ row: ImportBatch.Row, replacing known: Workout?, now: Date
    ) -> PublishStatus {
        var status = PublishStatus.rejected
        do throws(SocialError) {
            status = try row.identified.draft.checked(now: now).publishStatus(replacing: known)
        } catch {
            rejections.append(Rejection(file: row.file, line: row.line, id: row.identified.id, error: error))
        }
        count(status)
        return status
    }
}
