import Paceline

extension WorkoutReader {
    typealias Range = WorkoutDraft.Range

    /// Reads the intervals from all rows that aren't empty.
    mutating func intervals() -> [Interval] {
        rows(of: .intervals, before: old?.detail?.intervals ?? [], numbered: \.index) { reader, index, old in
            reader.interval(at: index, replacing: old)
        }
    }

    /// Reads the sets from all rows that aren't empty.
    mutating func sets() -> [ExerciseSet] {
        rows(of: .sets, before: old?.detail?.sets ?? [], numbered: \.index) { reader, index, old in
            reader.set(at: index, replacing: old)
        }
    }

    /// Rows keep their numbers unless an existing row was removed.
    private mutating func rows<Row>(
        of list: RowList, before: [Row], numbered number: WritableKeyPath<Row, Int>,
        _ read: (inout WorkoutReader, _ index: Int, _ old: Row?) -> Row
    ) -> [Row] {
        let filled = (0..<typed.count(of: list)).filter { !typed.isEmpty(list, $0) }
        let mayKeepNumbers = filled.prefix(before.count).elementsEqual(before.indices)
        return filled.enumerated().map { position, index in
            let old = before.indices.contains(index) ? before[index] : nil
            var row = read(&self, index, old)
            if !mayKeepNumbers || old == nil { row[keyPath: number] = position }
            return row
        }
    }

    private mutating func interval(at index: Int, replacing old: Interval?) -> Interval {
        func name(_ column: String) -> String { RowList.intervals.name(of: column, at: index) }
        var interval = old ?? Interval(index: index)
        interval.duration = clock(name("duration"), keeping: old?.duration, in: Range.duration)
        interval.distance = distance(name("distance"), keeping: old?.distance)
        interval.strokeRate = number(name("strokeRate"), keeping: old?.strokeRate, in: Range.strokeRate)
        interval.heartRate = number(name("heartRate"), keeping: old?.heartRate, in: Range.heartRate)
        interval.restDuration = clock(
            name("restDuration"), keeping: old?.restDuration, in: Range.duration)
        // A recorded split is valid only for the original time and distance.
        if interval.duration != old?.duration || interval.distance != old?.distance { interval.split = nil }
        return interval
    }

    private mutating func set(at index: Int, replacing old: ExerciseSet?) -> ExerciseSet {
        func name(_ column: String) -> String { RowList.sets.name(of: column, at: index) }
        var set = old ?? ExerciseSet(exercise: "", index: index)
        set.exercise = text(name("exercise"), .exercise)
        set.repetitions = wholeNumber(
            name("repetitions"), keeping: old?.repetitions, in: Range.count)
        set.weight = number(name("weight"), keeping: old?.weight, in: Range.weight)
        return set
    }
}
