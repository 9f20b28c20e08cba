import Paceline

/// A form that failed, below its error: what the user wrote, and buttons to send it again or to go back to it.
///
/// It needs neither the session nor the database, since these may be what is missing.
struct FailedForm: Sendable {
    let view: View

    /// More than any page of this site sends. Each field takes space on the error's page.
    static let mostFields = 1_000

    /// A field in which people write, which is shown. The others are hidden.
    private struct Written {
        let name: String
        /// The key of its label.
        let label: String
        /// The number of lines; nil for a single-line field.
        var rows: Int?
    }

    private static let written = [
        Written(name: "text", label: "problem.written", rows: 3),
        Written(name: "message", label: "request.message", rows: 3),
        Written(name: "title", label: "problem.subject"),
        Written(name: "displayName", label: "setting.displayName.label"),
        Written(name: "bio", label: "setting.bio.label", rows: 3),
        Written(name: "detail.notes", label: "edit.label.detail.notes", rows: 3),
    ]

    /// - Returns: nil if there is nothing to show or to press.
    init?(_ form: KeptForm, to page: WebPage, after problem: PageProblem, _ localizer: Localizer) {
        let shown = Self.written.filter { form.fields[$0.name]?.isEmpty == false }
        let maySend = problem.isTemporary && form.fileFields.isEmpty && !form.hadSecrets
        let mayReturn = page.restoring != nil && problem.status != 404
        guard maySend || mayReturn || !shown.isEmpty else { return nil }
        let names = Set(shown.map(\.name))
        var hidden = form.fields.filter { !names.contains($0.key) }
        if !form.fileFields.isEmpty {
            hidden[KeptForm.lostFilesField] = form.fileFields.joined(separator: ",")
        }
        let hiddenFields = hidden.sorted { $0.key < $1.key }.map { name, value -> View in
            ["name": .text(name), "value": .text(value)]
        }
        let shownFields = shown.map { field -> View in
            Field(name: field.name, label: localizer(field.label), rows: field.rows)
                .view(form.fields[field.name], nil, localizer)
        }
        view = [
            "action": .text(form.address),
            "takesFiles": .flag(page.largestForm > FormData.largestByteCount),
            "hidden": .list(hiddenFields), "fields": .list(shownFields),
            "advice": .list(Self.advice(form, problem, localizer).map { ["advice": .text($0)] }),
            "maySend": .flag(maySend), "mayReturn": .flag(mayReturn),
        ]
    }

    /// What to do before sending it again. The messages of rate limits say themselves how long to wait.
    private static func advice(
        _ form: KeptForm, _ problem: PageProblem, _ localizer: Localizer
    ) -> [String] {
        let wait = problem.status == 503 ? problem.retryAfter : nil
        return (form.fileFields.isEmpty ? [] : [localizer("form.fileAgain")])
            + (wait.map { [localizer.count("problem.wait", $0)] } ?? [])
    }
}
