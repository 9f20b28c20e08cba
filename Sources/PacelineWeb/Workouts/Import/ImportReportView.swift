import Paceline

/// The report of an import, complete or in progress.
struct ImportReportView: Sendable {
    let tally: ImportTally
    let contents: ImportContents
    /// Why the rest is not published, such as the day's limit; nil if nothing prevents it.
    let obstacle: SocialError?
    let localizer: Localizer

    var view: View {
        let hasChanges = tally.count(.created) + tally.count(.updated) > 0
        let (heading, text) =
            if let obstacle {
                (stopped, localizer.message(for: obstacle))
            } else {
                (
                    localizer(hasChanges ? "import.doneTitle" : "import.unchangedTitle"),
                    localizer(hasChanges ? "import.doneText" : "import.unchangedText")
                )
            }
        return [
            "heading": .text(heading), "text": .text(text),
            "counts": .list(counts), "rejections": .list(tally.rejections.map { ["text": .text($0)] }),
            "hasRejections": .flag(!tally.rejections.isEmpty),
            "skipped": .view(optional: SkippedView(contents, localizer)?.view),
        ]
    }

    private var counts: [View] {
        let published = PublishStatus.allCases.map { ($0.rawValue, tally.count($0)) }
        return (published + [("skipped", contents.skipped.count)])
            .filter { $0.1 > 0 || ["created", "unchanged", "skipped"].contains($0.0) }
            .map { name, count in
                [
                    "name": .text(localizer.texts("import.done.\(name)")),
                    "value": .text(Measure.grouped(count)),
                ]
            }
    }

    /// The progress that the script shows and passes to the next step.
    var step: View {
        var view: View = [
            "done": .text("\(tally.done)"), "total": .text("\(contents.rows.count)"),
            "rejections": .text(tally.rejections.joined(separator: "\n")),
            "says": .text(progress),
        ]
        for status in PublishStatus.allCases { view[status.rawValue] = .text("\(tally.count(status))") }
        return view
    }

    private var stopped: String {
        let imported = [PublishStatus.created, .updated, .unchanged].reduce(0) { $0 + tally.count($1) }
        return localizer(
            "import.stoppedTitle",
            ["done": Measure.grouped(imported), "total": Measure.grouped(contents.rows.count)])
    }

    private var progress: String {
        localizer(
            "import.progress",
            ["done": Measure.grouped(tally.done), "total": Measure.grouped(contents.rows.count)])
    }
}
