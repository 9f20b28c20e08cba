import Foundation
import Paceline

/// What an import would do, found by comparing with what is published already.
struct ImportPreview {
    private(set) var report: ImportReport
    let table: Table

    private static let shown = 10

    /// - Note: A workout whose notes or intervals alone differ counts as unchanged here: lists do not show those.
    init(of batch: ImportBatch, _ services: some WorkoutService) async throws {
        let known = try await services.allOwnWorkouts()
        let now = Date()
        report = ImportReport(isDryRun: true, total: batch.workouts.count, skipped: batch.skipped)
        var table = Table(
            .left("FILE"), .right("LINE"), .left("DATE"), .left("TYPE"), .flexible("WORKOUT"), .right("TIME"),
            .right("AMOUNT"), .right("PACE"), .left("WOULD BE"))
        for (index, row) in batch.workouts.enumerated() {
            let draft = try row.identified.draft.checked(now: now)
            let status = draft.status(replacing: known[row.identified.id])
            report.count(status)
            if index < Self.shown { table.add(row, draft, status) }
        }
        self.table = table
    }
}

extension Table {
    fileprivate mutating func add(_ row: ImportBatch.Row, _ draft: WorkoutDraft, _ status: PublishStatus) {
        let pace = Measure.pace(
            split: draft.averageSplit, distance: draft.distance, duration: draft.duration, of: draft.type)
        add(
            .init(row.file), "\(row.line)", .init(HumanTime.moment(draft.startedAt)),
            "\(draft.type.rawValue)",
            .init(draft.title), .init(Measure.duration(draft.duration, of: draft.type)),
            .init(Measure.distance(draft.distance, of: draft.type)), .init(pace),
            .init(status.rawValue, status == .unchanged ? .faint : .good))
    }
}

extension WorkoutService {
    /// Every workout of one's own, by id.
    fileprivate func allOwnWorkouts() async throws -> [Workout.ID: Workout] {
        var (found, request) = ([Workout.ID: Workout](), PageRequest(limit: 100))
        while true {
            let page = try await workouts(of: .me, request)
            for workout in page.items { found[workout.id] = workout }
            guard let next = page.next else { return found }
            request.cursor = next
        }
    }
}

extension WorkoutDraft {
    /// What publishing it would do.
    fileprivate func status(replacing known: Workout?) -> PublishStatus {
        guard let known else { return .created }
        let isSame =
            type == known.type && title == known.title && startedAt == known.startedAt
            && endedAt == known.endedAt && duration == known.duration && distance == known.distance
            && energy == known.energy && averageHeartRate == known.averageHeartRate
            && averageSplit == known.averageSplit && strokeRate == known.strokeRate
            && (isErgTest ?? false) == known.isErgTest && source == known.source
            && (visibility ?? known.visibility) == known.visibility
        return isSame ? .unchanged : .updated
    }
}
