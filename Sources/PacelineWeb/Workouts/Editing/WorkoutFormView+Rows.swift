import Paceline

extension WorkoutFormView {
    /// The number of empty rows added at a time.
    private static let emptyRows = 3

    /// The rows of a list, with empty ones at the end. Of a long list, the form shows a part.
    /// - Parameter asked: the list to which the user wants to add rows.
    func rows(_ list: RowList, asked: String?) -> View {
        let filled = (0..<values.count(of: list)).filter { !values.isEmpty(list, $0) }
        let used = (filled.last ?? -1) + 1
        let count = asked == list.name ? max(used, values.count(of: list)) : used
        let position = values[list.position]
        let window = RowWindow(at: position, of: list.count(in: old?.detail), size: RowList.rowsPerPage)
        let end =
            window.isLast
            ? max(window.rows.upperBound, min(list.limit, count + Self.emptyRows))
            : window.rows.upperBound
        let isFull = end == list.limit || end - window.rows.lowerBound > RowList.rowsPerPage
        let offersMore = window.isLast && !isFull
        return [
            "name": .text(list.name), "title": .text(localizer.texts("edit.\(list.name).title")),
            "hint": .text(localizer.texts("edit.\(list.name).hint")),
            "more": offersMore ? .text(localizer.texts("edit.\(list.name).more")) : .nothing,
            "most": .text("\(list.limit)"),
            "full": window.isLast && isFull && end < list.limit ? .text(localizer("rows.full")) : .nothing,
            "isOpen": .flag(!filled.isEmpty || asked == list.name),
            "position": .text(list.position), "first": .text("\(window.rows.lowerBound)"),
            "parts": .view(optional: window.buttons(list.name, localizer)),
            "average": .text(optional: list.field == .intervals ? average : nil),
            "says": .text(
                optional: filled.isEmpty ? nil : localizer.count("edit.\(list.name).filledIn", filled.count)),
            "rows": .list((window.rows.lowerBound..<end).map { row($0, of: list) }),
        ]
    }

    private func row(_ index: Int, of list: RowList) -> View {
        [
            "number": .text("\(index + 1)"),
            "legend": .text(localizer.texts("edit.\(list.name).row", ["number": "\(index + 1)"])),
            "cells": .list(list.columns.map { cell($0, index, of: list) }),
        ]
    }

    private func cell(_ column: String, _ index: Int, of list: RowList) -> View {
        let name = list.name(of: column, at: index)
        return [
            "name": .text(name), "label": .text(localizer.texts("edit.\(list.name).\(column)")),
            "value": .text(values[name]), "isLong": .flag(column == "exercise"),
            "error": .text(optional: fieldErrors[name]),
            "maxLength": column == "exercise" ? .text("\(TextRule.exercise.length.upperBound)") : .nothing,
        ]
    }

    /// The pace over all intervals, if only the totals tell it. The form doesn't invent one for each interval.
    private var average: String? {
        let indices = (0..<values.count(of: .intervals)).filter { !values.isEmpty(.intervals, $0) }
        let isMeasured = indices.contains { index in
            ["duration", "distance"].allSatisfy { !values.field(.intervals, index, $0).isEmpty }
        }
        var reader = WorkoutReader(values, replacing: nil, in: .gmt, now: localizer.now)
        guard !indices.isEmpty, !isMeasured, let type = WorkoutType(rawValue: values["type"]),
            let duration = reader.clock(
                "duration", keeping: nil, in: WorkoutDraft.Range.duration, of: 60),
            let distance = reader.distance("distance", keeping: nil)
        else { return nil }
        let pace = Measure.pace(split: nil, distance: distance, duration: duration, of: type)
        return pace.isEmpty ? nil : localizer("edit.average", ["pace": pace])
    }
}
