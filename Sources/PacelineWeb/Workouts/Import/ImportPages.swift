import Foundation
import Paceline
import PacelineImport

/// Workouts from the files of other programs: chosen, looked at, published.
///
/// Nothing is kept here between the preview and the confirmation. The form of the preview carries the files, and what
/// is confirmed is read again from the same bytes, by whichever server and after however long.
enum ImportPages {
    /// The files together: 4 MB, which is decades of training in a logbook.
    static let largestByteCount = 4 * 1_024 * 1_024
    /// What is carried is a third larger than the files.
    static let largestForm = 8 * 1_024 * 1_024

    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let settings = try await caller.session.settings()
        return page(visit, fault: nil, settings.workoutVisibility)
    }

    static func preview(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let visibility = try visibility(in: visit)
        let files = visit.form.files("files")
        let fault = fault(of: files, visit.wording)
        guard fault == nil else { return page(visit, fault: fault, visibility) }
        let reading = ImportReading(files, visibility, visit, caller)
        guard !reading.rows.isEmpty else {
            return page(visit, fault: visit.wording("import.nothing"), visibility, reading)
        }
        let known = try await caller.session.allOwnWorkouts()
        let view = ImportPreviewView(reading: reading, known: known, wording: visit.wording).view
        return .page("Workouts/importPreview", title: visit.wording("import.previewTitle"), at: .add, view)
    }

    static func publish(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let reading = ImportReading(
            try CarriedFiles.read(from: visit.form), try visibility(in: visit), visit, caller)
        var tally = ImportTally(visit.form)
        let end = visit.wantsFragment ? tally.nextStop(of: reading.rows.count) : reading.rows.count
        while tally.done < end {
            let batch = reading.rows[tally.done..<min(end, tally.done + IdentifiedDraft.batchLimit)]
            tally.add(try await caller.session.publish(batch.map(\.identified)), for: batch)
        }
        let report = ImportReportView(tally: tally, reading: reading, wording: visit.wording)
        guard visit.wantsFragment else {
            return .page(
                "Workouts/importReport", title: visit.wording("import.reportTitle"), at: .add, report.view)
        }
        return tally.done < reading.rows.count
            ? .fragment("Workouts/importStep", report.step) : .fragment("Workouts/importReport", report.view)
    }

    private static func visibility(in visit: Visit) throws(SocialError) -> ItemVisibility {
        guard let visibility = visit.form["visibility"].flatMap({ ItemVisibility($0) }) else {
            throw SocialError(.invalidValue, visit.wording("visibility.choose"), field: "visibility")
        }
        return visibility
    }

    private static func fault(of files: [UploadedFile], _ wording: Wording) -> String? {
        if files.isEmpty { return wording("import.none") }
        let byteCount = files.reduce(0) { $0 + $1.bytes.count }
        return byteCount > largestByteCount ? wording("import.tooLarge") : nil
    }

    private static func page(
        _ visit: Visit, fault: String?, _ visibility: ItemVisibility, _ reading: ImportReading? = nil
    ) -> PageAnswer {
        let wording = visit.wording
        let formats = WorkoutFormat.allCases.map(\.title).joined(separator: ", ")
        return .page(
            "Workouts/import", title: wording("import.title"), at: .add, status: fault == nil ? 200 : 422,
            [
                "fault": .text(optional: fault),
                "visibilities": .visibilities(wording, chosen: "\(visibility)"),
                "formats": .text(wording("import.formats", ["formats": formats])),
                "skipped": .view(optional: reading.flatMap { SkippedView($0, wording)?.view }),
            ])
    }
}
