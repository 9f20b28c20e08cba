import Foundation
import Paceline

extension [Workout] {
    /// Workouts, one a line.
    var table: Table {
        var table = Table(
            .left("ID"), .left("DATE"), .left("TYPE"), .flexible("WORKOUT"), .right("TIME"), .right("AMOUNT"),
            .right("PACE"), .right("HR"), .left("SEEN BY"))
        for workout in self {
            table.add(
                .init(workout.id.short, .faint), .init(HumanTime.moment(workout.startedAt)),
                "\(workout.type.rawValue)",
                .init(workout.title + (workout.isErgTest ? " ★" : ""), workout.isErgTest ? .strong : .plain),
                .init(Measure.duration(workout.duration, of: workout.type)),
                .init(Measure.amount(of: workout)), .init(Measure.pace(of: workout)),
                .init(Measure.whole(workout.averageHeartRate)), .init("\(workout.visibility)", .faint))
        }
        return table
    }
}

extension Workout {
    /// The whole workout: its summary, then its intervals and sets.
    func lines(on console: Console) -> [String] {
        var lines = sheet.lines(on: console)
        if let intervals = detail?.intervals, !intervals.isEmpty {
            lines += [""] + intervals.table(type).lines(on: console)
        }
        if let sets = detail?.sets, !sets.isEmpty { lines += [""] + sets.table.lines(on: console) }
        return lines
    }

    private var sheet: Sheet {
        var sheet = Sheet()
        sheet.add("Workout", title + (isErgTest ? " ★ test" : ""))
        sheet.add("Type", type.rawValue)
        sheet.add("When", HumanTime.moment(startedAt))
        sheet.add("Time", Measure.duration(duration, of: type))
        sheet.add("Distance", Measure.distance(distance, of: type))
        sheet.add("Pace", Measure.pace(of: self))
        sheet.add("Stroke rate", Measure.whole(strokeRate))
        sheet.add("Heart rate", Measure.whole(averageHeartRate))
        sheet.add("Energy", energy.map { "\(Measure.whole($0)) kcal" })
        sheet.add("Lifted", Measure.weight(volume))
        sheet.add("Zone", intensityZone.map { "\($0)" })
        sheet.add("Recorded by", source)
        sheet.add("Seen by", "\(visibility)")
        sheet.add("Notes", detail?.notes)
        sheet.add("Id", id.description)
        return sheet
    }
}

extension [Interval] {
    fileprivate func table(_ type: WorkoutType) -> Table {
        var table = Table(
            .right("#"), .right("TIME"), .right("DISTANCE"), .right("PACE"), .right("RATE"), .right("HR"),
            .right("REST"))
        for interval in self {
            table.add(
                "\(interval.index + 1)",
                .init(interval.duration.map { Measure.duration($0, of: type) }),
                .init(Measure.distance(interval.distance, of: type)),
                .init(
                    Measure.pace(
                        split: interval.split, distance: interval.distance, duration: interval.duration ?? 0,
                        of: type)),
                .init(Measure.whole(interval.strokeRate)), .init(Measure.whole(interval.heartRate)),
                .init(interval.restDuration.flatMap { ClockTime(seconds: $0)?.description }))
        }
        return table
    }
}

extension [ExerciseSet] {
    fileprivate var table: Table {
        var table = Table(.flexible("EXERCISE"), .right("REPS"), .right("WEIGHT"))
        for set in self {
            table.add(
                .init(set.exercise), .init(set.repetitions.map(String.init)),
                .init(Measure.weight(set.weight)))
        }
        return table
    }
}
