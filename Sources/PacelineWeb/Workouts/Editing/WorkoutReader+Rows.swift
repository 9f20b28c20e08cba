import Paceline

extension WorkoutReader {
    /// The rows of intervals into which something was typed.
    mutating func intervals() -> [Interval] {
        let before = old?.detail?.intervals ?? []
        let filled = places(of: .intervals)
        let mayKeepNumbers = filled.prefix(before.count).elementsEqual(before.indices)
        return filled.enumerated().map { position, place in
            let old = before.indices.contains(place) ? before[place] : nil
            var interval = interval(at: place, replacing: old)
            if !mayKeepNumbers || old == nil { interval.index = position }
            return interval
        }
    }

    private mutating func interval(at place: Int, replacing old: Interval?) -> Interval {
        func name(_ column: String) -> String { RowList.intervals.name(of: column, at: place) }
        var interval = old ?? Interval(index: place)
        interval.duration = clock(name("duration"), keeping: old?.duration)
        interval.distance = distance(name("distance"), keeping: old?.distance)
        interval.strokeRate = number(name("strokeRate"), keeping: old?.strokeRate)
        interval.heartRate = number(name("heartRate"), keeping: old?.heartRate)
        interval.restDuration = clock(name("restDuration"), keeping: old?.restDuration)
        // A split that was measured holds for the piece as it was.
        if interval.duration != old?.duration || interval.distance != old?.distance { interval.split = nil }
        return interval
    }

    /// The rows of sets into which something was typed.
    mutating func sets() -> [ExerciseSet] {
        let before = old?.detail?.sets ?? []
        let filled = places(of: .sets)
        let mayKeepNumbers = filled.prefix(before.count).elementsEqual(before.indices)
        return filled.enumerated().map { position, place in
            let old = before.indices.contains(place) ? before[place] : nil
            var set = set(at: place, replacing: old)
            if !mayKeepNumbers || old == nil { set.index = position }
            return set
        }
    }

    private mutating func set(at place: Int, replacing old: ExerciseSet?) -> ExerciseSet {
        func name(_ column: String) -> String { RowList.sets.name(of: column, at: place) }
        var set = old ?? ExerciseSet(exercise: "", index: place)
        set.exercise = typed[name("exercise")]
        if set.exercise.isEmpty { miss(name("exercise")) }
        set.repetitions = whole(name("repetitions"), keeping: old?.repetitions)
        set.weight = number(name("weight"), keeping: old?.weight)
        return set
    }

    private func places(of list: RowList) -> [Int] {
        (0..<typed.count(of: list)).filter { !typed.isEmpty(list, $0) }
    }
}
