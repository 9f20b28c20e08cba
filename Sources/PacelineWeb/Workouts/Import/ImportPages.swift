import Foundation
import Paceline
import PacelineImport

/// Importing workouts from files, with a preview.
///
/// The server stores nothing between the preview and publishing. The form carries the files, and any server can
/// parse the same bytes again later.
enum ImportPages {
    /// The maximum size of all files: 4 MB, which is decades of training.
    static let largestByteCount = 4 * 1_024 * 1_024
    /// The maximum size of the form. Base64 makes the files a third larger.
    static let largestForm = 8 * 1_024 * 1_024

    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let settings = try await user.session.settings()
        return try await page(request, user, uploadError: nil, settings.workoutVisibility)
    }

    /// Shows the form again after the session had ended, with the visibility that was chosen.
    static func restore(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(
            request, user, uploadError: request.localizer("form.fileAgain"), try visibility(in: request)
        ).shownAgain
    }

    static func preview(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let visibility = try visibility(in: request)
        let files = request.form.files("files")
        let uploadError = uploadError(of: files, request.localizer)
        guard uploadError == nil else {
            return try await page(request, user, uploadError: uploadError, visibility)
        }
        let contents = ImportContents(files, visibility, request, user)
        guard !contents.rows.isEmpty else {
            return try await page(
                request, user, uploadError: request.localizer("import.nothing"), visibility, contents)
        }
        let known = try await user.session.allOwnWorkouts()
        let view = ImportPreviewView(
            contents: contents, known: known, account: user.account, localizer: request.localizer
        ).view
        return .page(
            "Workouts/importPreview", title: request.localizer("import.previewTitle"), at: .add,
            view.merging(continuation(of: request)))
    }

    static func publish(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let contents = ImportContents(
            try EmbeddedFiles.read(from: request.form), try visibility(in: request), request, user)
        var tally = ImportTally(request.form)
        let end = request.wantsFragment ? tally.endOfStep(of: contents.rows.count) : contents.rows.count
        var obstacle: SocialError?
        while obstacle == nil, tally.done < end {
            let batch = contents.rows[tally.done..<min(end, tally.done + IdentifiedDraft.batchLimit)]
            do {
                tally.add(try await user.session.publish(batch.map(\.identified)), for: batch)
            } catch let error as SocialError where tally.done > 0 && endsImport(error, request) {
                // What is published stays, and the same files can be imported again later.
                obstacle = error
            }
        }
        let report = ImportReportView(
            tally: tally, contents: contents, obstacle: obstacle, localizer: request.localizer)
        if request.wantsFragment, obstacle == nil, tally.done < contents.rows.count {
            return .fragment("Workouts/importStep", report.step)
        }
        let view = report.view.merging(continuation(of: request))
        guard request.wantsFragment else {
            return .page(
                "Workouts/importReport", title: request.localizer("import.reportTitle"), at: .add, view)
        }
        return .fragment("Workouts/importReport", view)
    }

    /// Whether a report says why the rest is not published. When the server is only busy, the script instead keeps the
    /// form with the files on the page, to be sent again.
    private static func endsImport(_ error: SocialError, _ request: WebRequest) -> Bool {
        error.code == .rateLimited || (error.retryAfter != nil && !request.wantsFragment)
    }

    /// Where a new member continues after the import, such as an invitation. The forms carry it, because a query with a
    /// code in it has a stricter rate limit.
    private static func continuation(of request: WebRequest) -> View {
        [
            "next": .text(optional: request.nextPath?.description),
            "nextQuery": .text(LocalPath.query(continuingAt: request.nextPath)),
        ]
    }

    private static func visibility(in request: WebRequest) throws(SocialError) -> ItemVisibility {
        guard let visibility = request.form["visibility"].flatMap({ ItemVisibility($0) }) else {
            throw SocialError(.invalidValue, request.localizer("visibility.choose"), field: "visibility")
        }
        return visibility
    }

    private static func uploadError(of files: [UploadedFile], _ localizer: Localizer) -> String? {
        if files.isEmpty { return localizer("import.none") }
        let byteCount = files.reduce(0) { $0 + $1.bytes.count }
        return byteCount > largestByteCount ? localizer("import.tooLarge") : nil
    }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, uploadError: String?, _ visibility: ItemVisibility,
        _ contents: ImportContents? = nil
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let formats = WorkoutFormat.allCases.map(\.title).joined(separator: ", ")
        return .page(
            "Workouts/import", title: localizer("import.title"), at: .add,
            status: uploadError == nil ? 200 : 422,
            continuation(of: request).merging([
                "invitation": try await request.invitation(), "fault": .text(optional: uploadError),
                "visibilities": .visibilities(
                    localizer.visibilities(of: user.account), localizer, chosen: "\(visibility)"),
                "formats": .text(localizer("import.formats", ["formats": formats])),
                "skipped": .view(optional: contents.flatMap { SkippedView($0, localizer)?.view }),
            ]))
    }
}
