/// The shape of a session for a small chart: its intervals by speed and duration, or its exercises by weight lifted.
package struct WorkoutSketch: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case intervals(Intervals)
        case exercises([Exercise])
    }

    /// The intervals of a session. Where there are more than can be drawn, neighbours are joined.
    package struct Intervals: Sendable, Equatable {
        /// The pieces to draw, of one interval or several each.
        package let pieces: [Piece]
        /// The number of intervals.
        package let count: Int
        /// The speeds of the slowest and of the fastest interval that are compared, in metres per second.
        package let speeds: ClosedRange<Double>
        /// Whether they are the splits of one effort.
        package let areSplits: Bool

        /// - Parameter limit: the maximum number of pieces.
        /// - Returns: nil unless there are several intervals, and the speed and duration of each are known.
        package init?(_ intervals: [Interval], upTo limit: Int = WorkoutSketch.maximumBars) {
            let known = intervals.compactMap(Piece.init)
            areSplits = intervals.areSplits
            let shortest = known.shortestCompared(asSplits: areSplits)
            let speeds = known.filter { $0.duration >= shortest }.map(\.speed)
            guard known.count > 1, known.count == intervals.count, let slowest = speeds.min(),
                let fastest = speeds.max()
            else { return nil }
            pieces = known.count > limit ? intervals.joined(upTo: limit).compactMap(Piece.init) : known
            count = known.count
            self.speeds = slowest...fastest
        }
    }

    /// An interval or split.
    package struct Piece: Sendable, Equatable {
        /// Metres per second.
        package let speed: Double
        /// Seconds.
        package let duration: Double
        /// Seconds of rest after it; 0 for none.
        package let rest: Double
    }

    /// All sets of one exercise.
    package struct Exercise: Sendable, Equatable {
        package let name: String
        /// Kilograms times repetitions.
        package let volume: Double
    }

    package let content: Content

    /// With more bars, a sketch would be noise.
    package static let maximumBars = 45

    /// - Returns: nil if there is nothing to compare, or too many exercises.
    package init?(_ detail: WorkoutDetail) {
        let exercises = detail.sets.byExercise.compactMap(Exercise.init)
        if let intervals = Intervals(detail.intervals) {
            content = .intervals(intervals)
        } else if detail.intervals.allSatisfy({ Piece($0) == nil }),
            (1...Self.maximumBars).contains(exercises.count)
        {
            content = .exercises(exercises)
        } else {
            return nil
        }
    }
}

extension WorkoutSketch.Piece {
    /// - Returns: nil if the speed or the duration is unknown.
    package init?(_ interval: Interval) {
        guard let speed = interval.speed,
            let duration = interval.duration ?? interval.distance.map({ $0 / speed }), duration > 0
        else { return nil }
        self.init(speed: speed, duration: duration, rest: max(0, interval.restDuration ?? 0))
    }
}

extension [WorkoutSketch.Piece] {
    /// The time, in seconds, from which a piece is compared with the others. The rest of a distance, such as the last
    /// 200 m of a run, is no fastest split.
    package func shortestCompared(asSplits areSplits: Bool) -> Double {
        areSplits ? (map(\.duration).max() ?? 0) / 2 : 0
    }
}

extension WorkoutSketch.Exercise {
    /// - Returns: nil if no weight was lifted.
    fileprivate init?(name: String, sets: [ExerciseSet]) {
        let volume = sets.reduce(0) { $0 + $1.volume }
        guard volume > 0 else { return nil }
        self.init(name: name, volume: volume)
    }
}

extension Interval {
    /// Metres per second; nil if it is unknown.
    package var speed: Double? {
        if let split, split > 0 { return 500 / split }
        guard let duration, duration > 0, let distance, distance > 0 else { return nil }
        return distance / duration
    }
}

extension ExerciseSet {
    /// Kilograms times repetitions; 0 if either is unknown.
    package var volume: Double { Double(repetitions ?? 0) * (weight ?? 0) }
}

extension [ExerciseSet] {
    /// The sets of each exercise, in the order in which the exercises first appear.
    package var byExercise: [(name: String, sets: [ExerciseSet])] {
        var groups: [(name: String, sets: [ExerciseSet])] = []
        for set in self {
            if let place = groups.firstIndex(where: { $0.name == set.exercise }) {
                groups[place].sets.append(set)
            } else {
                groups.append((set.exercise, [set]))
            }
        }
        return groups
    }
}

extension [Interval] {
    /// Whether they are the splits of one effort: there is no rest between them.
    package var areSplits: Bool { dropLast().allSatisfy { ($0.restDuration ?? 0) == 0 } }
}
