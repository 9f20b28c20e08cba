import Paceline

extension WorkoutFormValues {
    /// The most rows that a pattern fills in: all that the form can show.
    private static let mostRows = RowList.rowsPerPage

    /// Fills in the rows and totals that the title describes, such as `4x500m/2:00r`, where they are empty.
    ///
    /// What an earlier title filled in is removed first, unless it was edited. Fields that don't fit the sport stay
    /// empty: of `5k`, yoga takes nothing, and walking takes no intervals of `4x500m`.
    /// - Returns: whether the title is a pattern of the sport.
    mutating func fillInPattern() -> Bool {
        guard let plan = Self.plan(of: self["title"])?.filter({ fits($0.key) }), !plan.isEmpty else {
            return false
        }
        for (name, value) in Self.plan(of: self[Self.filledIn]) ?? [:] where self[name] == value {
            self[name] = ""
        }
        for (name, value) in plan where self[name].isEmpty { self[name] = value }
        self[Self.filledIn] = self["title"]
        return true
    }

    /// Whether the title describes rows and totals that were not filled in yet, and nothing that was typed differs from
    /// them. Then publishing fills them in.
    var leavesPatternOut: Bool {
        guard self["title"] != self[Self.filledIn], !hasRows(of: .intervals),
            let plan = Self.plan(of: self["title"])
        else { return false }
        // Only the first of variable intervals is known, and would count as their sum.
        if case .variable = WorkoutPattern(self["title"]) { return false }
        return agrees(with: plan)
    }

    /// The values with the rows of a title with more intervals than the form shows, such as `45x0:20/0:10r`; nil if the
    /// title has fewer, rows or another total were typed, or the sport has no intervals.
    var withUnshownRows: WorkoutFormValues? {
        guard case .intervals(let count, _, _) = WorkoutPattern(self["title"]), count > Self.mostRows,
            fits(RowList.intervals.name(of: "duration", at: 0)), !hasRows(of: .intervals),
            let plan = Self.plan(of: self["title"], upTo: count), agrees(with: plan)
        else { return nil }
        var whole = self
        for (name, value) in plan where RowList.intervals.index(in: name) != nil { whole[name] = value }
        return whole
    }

    /// Whether each field is empty or means the same as in the plan: `2 km` and `2,000` mean `2000`.
    private func agrees(with plan: [String: String]) -> Bool {
        plan.allSatisfy { name, value in
            guard !self[name].isEmpty, self[name] != value else { return true }
            var planned = self
            planned[name] = value
            guard let typed = total(name), let total = planned.total(name) else { return false }
            return abs(typed - total) < 0.01
        }
    }

    /// A total in seconds, metres or kilocalories, as it is read when the form is saved; nil for other fields.
    private func total(_ name: String) -> Double? {
        var reader = WorkoutReader(self, replacing: nil, in: .gmt, now: .distantPast)
        return switch name {
        case "duration": reader.clock(name, keeping: nil, in: WorkoutDraft.Range.duration, of: 60)
        case "distance": reader.distance(name, keeping: nil)
        case "energy": reader.number(name, keeping: nil, in: WorkoutDraft.Range.energy)
        default: nil
        }
    }

    /// Whether the field has the total of the intervals that the title filled in.
    func isFilledInTotal(_ name: String) -> Bool {
        guard case .intervals(let count, _, _) = WorkoutPattern(self[Self.filledIn]), count <= Self.mostRows
        else { return false }
        return Self.plan(of: self[Self.filledIn])?[name].map { $0 == self[name] } ?? false
    }

    /// Whether workouts of the sport have a distance.
    var takesDistance: Bool { fits(SportField.distance.rawValue) }

    /// Whether a field that a pattern fills in fits the sport.
    private func fits(_ name: String) -> Bool {
        guard let type = WorkoutType(rawValue: self["type"]) else { return true }
        if RowList.intervals.index(in: name) != nil { return type.fields.contains(.intervals) }
        return SportField(rawValue: name).map { type.fields.contains($0) } ?? true
    }

    /// The field with the title whose pattern was filled in.
    static let filledIn = "filledIn"

    /// The values of the fields; nil if the text is not a pattern. Of more intervals than `mostRows`, only the total.
    private static func plan(of text: String, upTo mostRows: Int = mostRows) -> [String: String]? {
        switch WorkoutPattern(text) {
        case .single(let piece): total(of: piece, times: 1)
        case .intervals(let count, let piece, let rest):
            (0..<(count <= mostRows ? count : 0)).reduce(into: total(of: piece, times: count)) {
                plan, index in
                plan.merge(row(index, piece, rest)) { $1 }
            }
        case .variable(let count, let first, let rest) where count <= mostRows:
            // The other rows are only offered.
            (1..<count).reduce(into: row(0, first, rest)) { plan, index in
                plan[RowList.intervals.name(of: "duration", at: index)] = ""
            }
        case .variable, .other: nil
        }
    }

    private static func total(of piece: WorkoutPattern.Piece, times count: Int) -> [String: String] {
        switch piece {
        case .distance(let metres): ["distance": number(Double(metres) * Double(count))]
        case .time(let time): ["duration": clock(time.seconds * Double(count))]
        case .calories(let calories): ["energy": number(Double(calories) * Double(count))]
        }
    }

    private static func row(_ index: Int, _ piece: WorkoutPattern.Piece, _ rest: WorkoutPattern.Rest?)
        -> [String: String]
    {
        var row: [String: String] = [:]
        switch piece {
        case .distance(let metres):
            row[RowList.intervals.name(of: "distance", at: index)] = number(Double(metres))
        case .time(let time): row[RowList.intervals.name(of: "duration", at: index)] = clock(time.seconds)
        case .calories: row[RowList.intervals.name(of: "duration", at: index)] = ""
        }
        if case .time(let time) = rest {
            row[RowList.intervals.name(of: "restDuration", at: index)] = clock(time.seconds)
        }
        return row
    }
}
