import Paceline

/// The skipped rows and files, with the reasons.
struct SkippedView: Sendable {
    let view: View

    /// The maximum number listed.
    private static let limit = 100

    /// - Returns: nil if nothing was skipped.
    init?(_ contents: ImportContents, _ localizer: Localizer) {
        guard !contents.skipped.isEmpty else { return nil }
        let rest = contents.skipped.count - Self.limit
        view = [
            "heading": .text(localizer.count("import.skipped", contents.skipped.count)),
            "rest": .text(optional: rest > 0 ? localizer.count("import.more", rest) : nil),
            "lines": .list(
                contents.skipped.prefix(Self.limit).map { skipped in
                    [
                        "place": .text(
                            skipped.line.map { localizer("import.line", ["line": "\($0)"]) } ?? ""),
                        "file": .text(skipped.file), "reason": .text(skipped.reason),
                    ]
                }),
        ]
    }
}
