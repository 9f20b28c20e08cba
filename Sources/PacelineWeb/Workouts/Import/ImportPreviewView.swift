import Foundation
import Paceline

/// The preview of an import.
struct ImportPreviewView: Sendable {
    let contents: ImportContents
    /// The user's existing workouts, by every id that they have.
    let known: [Workout.ID: Workout]
    let account: Account
    let localizer: Localizer

    /// The number of workouts listed.
    private static let shown = 10

    var view: View {
        let forecasts = forecasts
        let changes = forecasts.count { $0 != .unchanged }
        let starts = contents.rows.map(\.identified.draft.startedAt)
        let rest = contents.rows.count - Self.shown
        return [
            "heading": .text(localizer.count("import.found", contents.rows.count)),
            "dates": .text(dates(starts)), "kinds": .list(kinds),
            "forecast": .list(Self.statusCounts(forecasts, localizer)),
            "rows": .list(zip(contents.rows, forecasts).prefix(Self.shown).map(row)),
            "rest": .text(optional: rest > 0 ? localizer.count("import.more", rest) : nil),
            "skipped": .view(optional: SkippedView(contents, localizer)?.view),
            "carried": .list(EmbeddedFiles.fields(for: contents.files)),
            "visibility": .text("\(contents.visibility)"), "total": .text("\(contents.rows.count)"),
            "seenBy": .text(
                localizer(
                    "import.seenBy", ["who": localizer.visibilityName(contents.visibility, of: account)])),
            "isKnown": .flag(changes == 0),
            "button": .text(
                changes == 0 ? localizer("import.publishAgain") : localizer.count("import.publish", changes)),
        ]
    }

    /// The expected status of each workout. A duplicate within the files is new only once.
    private var forecasts: [PublishStatus] {
        var drafts: [Workout.ID: WorkoutDraft] = [:]
        return contents.rows.map { row in
            let (id, draft) = (row.identified.id, row.identified.draft)
            defer { drafts[id] = draft }
            guard let before = drafts[id] else {
                return draft.publishStatus(replacing: row.identified.replaced(among: known))
            }
            return before == draft ? .unchanged : .updated
        }
    }

    private func dates(_ starts: [Date]) -> String {
        guard let first = starts.min(), let last = starts.max() else { return "" }
        let days = [first, last].map { localizer.date(Day(of: $0, in: localizer.timeZone)) }
        return days[0] == days[1]
            ? days[0] : localizer("import.dates", ["first": days[0], "last": days[1]])
    }

    private var kinds: [View] {
        let types = Dictionary(grouping: contents.rows, by: \.identified.draft.type).mapValues(\.count)
        return types.sorted { ($0.value, $0.key.rawValue) > ($1.value, $1.key.rawValue) }.map {
            ["text": .text("\(Measure.grouped($0.value)) × \(localizer.typeName($0.key))")]
        }
    }

    private func row(_ row: ImportContents.Row, _ forecast: PublishStatus) -> View {
        let draft = row.identified.draft
        return [
            "date": .text(localizer.date(Day(of: draft.startedAt, in: localizer.timeZone))),
            "type": .text(localizer.typeName(draft.type)),
            "title": .text(WorkoutPattern.shownTitle(draft.title)),
            "time": .text(Measure.duration(draft.duration, of: draft.type)),
            "distance": .text(Measure.distance(draft.distance, of: draft.type)),
            "forecast": .text(localizer.texts("import.status.\(forecast.rawValue)")),
        ]
    }

    /// The number of workouts per status, without zeros.
    static func statusCounts(_ statuses: [PublishStatus], _ localizer: Localizer) -> [View] {
        PublishStatus.allCases.compactMap { status in
            let count = statuses.count { $0 == status }
            return count == 0
                ? nil
                : [
                    "name": .text(localizer.texts("import.status.\(status.rawValue)")),
                    "value": .text(Measure.grouped(count)),
                ]
        }
    }
}
