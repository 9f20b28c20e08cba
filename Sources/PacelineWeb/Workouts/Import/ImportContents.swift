import Foundation
import Paceline
import PacelineImport

/// The workouts found in uploaded files.
struct ImportContents: Sendable {
    let files: [UploadedFile]
    let visibility: ItemVisibility
    private(set) var rows: [Row] = []
    private(set) var skipped: [Skipped] = []

    /// A workout with its place in the file.
    struct Row: Sendable {
        let file: String
        let line: Int
        let identified: IdentifiedDraft
    }

    /// A skipped row, or a skipped file if `line` is nil.
    struct Skipped: Sendable {
        let file: String
        let line: Int?
        let reason: String
    }

    init(_ files: [UploadedFile], _ visibility: ItemVisibility, _ request: WebRequest, _ user: SignedInUser) {
        self.files = files
        self.visibility = visibility
        let options = ImportOptions(
            owner: user.account.id, importKey: user.account.importKey, timeZone: user.timeZone,
            visibility: visibility)
        for file in files { read(file, options, now: request.localizer.now) }
    }

    private mutating func read(_ file: UploadedFile, _ options: ImportOptions, now: Date) {
        do throws(SocialError) {
            let contents = try WorkoutImport(
                reading: file.bytes, named: file.name, options: options, now: now)
            rows += contents.workouts.map {
                Row(file: file.name, line: $0.line, identified: $0.identified)
            }
            skipped += contents.skipped.map {
                Skipped(file: file.name, line: $0.line, reason: $0.reason)
            }
        } catch {
            skipped.append(Skipped(file: file.name, line: nil, reason: error.message))
        }
    }
}

/// Carries the files in the form from the preview to publishing.
enum EmbeddedFiles {
    /// The field in which the user chose the files.
    static let field = "files"

    /// Whether a field with this name carries a part of a file.
    static func isField(_ name: String) -> Bool { name.hasPrefix("file.") }

    static func fields(for files: [UploadedFile]) -> [View] {
        files.enumerated().flatMap { index, file -> [View] in
            [
                ["name": .text("file.\(index).name"), "value": .text(file.name)],
                [
                    "name": .text("file.\(index).bytes"),
                    "value": .text(Data(file.bytes).base64EncodedString()),
                ],
            ]
        }
    }

    /// - Throws: ``SocialError/Code/malformed`` if the form contains no files or invalid Base64.
    static func read(from form: FormData) throws(SocialError) -> [UploadedFile] {
        var files: [UploadedFile] = []
        while let name = form["file.\(files.count).name"] {
            guard let bytes = Data(base64Encoded: form.exact("file.\(files.count).bytes")) else {
                throw SocialError(.malformed, "The files in the form are invalid.")
            }
            files.append(UploadedFile(field: field, name: name, bytes: Array(bytes)))
        }
        guard !files.isEmpty else { throw SocialError(.malformed, "The form contains no files.") }
        return files
    }
}
