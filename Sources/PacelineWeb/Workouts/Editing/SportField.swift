import Paceline

/// A part of the workout form that only some sports need. All others are in every form.
enum SportField: String, CaseIterable, Sendable {
    case distance, averagePower, strokeRate, isErgTest, intervals, sets
}

extension WorkoutType {
    /// The parts of the form that fit the sport. Other sports may need any of them.
    var fields: Set<SportField> {
        switch self {
        case .rowing, .skiing, .cycling:
            [.distance, .averagePower, .strokeRate, .isErgTest, .intervals]
        case .running: [.distance, .averagePower, .strokeRate, .intervals]
        case .swimming: [.distance, .strokeRate, .intervals]
        case .walking, .hiking: [.distance]
        case .strength: [.sets]
        case .yoga: []
        default: Set(SportField.allCases)
        }
    }

    /// Whether athletes of the sport say cadence instead of stroke rate.
    var hasCadence: Bool { self == .cycling || self == .running }
}

extension WorkoutFormValues {
    /// Whether the form shows the part: if it fits the sport, or has a value already, so that changing the sport loses
    /// nothing and publishes nothing unseen.
    func shows(_ field: SportField) -> Bool {
        guard let type = WorkoutType(rawValue: self["type"]), type.fields.contains(field) else {
            return hasValue(field)
        }
        return true
    }

    private func hasValue(_ field: SportField) -> Bool {
        switch field {
        case .intervals: hasRows(of: .intervals)
        case .sets: hasRows(of: .sets)
        default: !self[field.rawValue].isEmpty
        }
    }

    /// Whether any row of the list is filled in.
    func hasRows(of list: RowList) -> Bool {
        (0..<count(of: list)).contains { !isEmpty(list, $0) }
    }
}
