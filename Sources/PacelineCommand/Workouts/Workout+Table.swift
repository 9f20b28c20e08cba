import Foundation
import Paceline

extension [Workout] {
    /// The workouts, one per line.
    var table: Table {
        var table = Table(
            .left("ID"), .left("DATE"), .left("TYPE", dropPriority: 2), .truncated("WORKOUT"), .right("TIME"),
            .right("AMOUNT"), .right("PACE", dropPriority: 1), .right("HR", dropPriority: 4),
            .left("VISIBLE TO", dropPriority: 3))
        for workout in self {
            table.add(
                .init(workout.id.short, .faint), .init(HumanTime.dateTime(workout.startedAt)),
                "\(workout.type.rawValue)",
                .init(
                    workout.spokenTitle + (workout.isErgTest ? " ★" : ""),
                    workout.isErgTest ? .strong : .plain),
                .init(Measure.duration(workout.duration, of: workout.type)),
                .init(Measure.amount(of: workout)), .init(Measure.pace(of: workout)),
                .init(Measure.whole(workout.averageHeartRate)), .init("\(workout.visibility)", .faint))
        }
        return table
    }
}

extension Workout {
    /// The printable workout: its summary, then its intervals and sets.
    /// - Parameter card: the author and the reactions, if known.
    func lines(_ card: FeedItem?, on console: Console) -> [String] {
        var lines = sheet(card).lines(on: console)
        if let intervals = detail?.intervals, !intervals.isEmpty {
            lines += [""] + intervals.table(type).lines(on: console)
        }
        if let sets = detail?.sets, !sets.isEmpty { lines += [""] + sets.table.lines(on: console) }
        return lines
    }

    private func sheet(_ card: FeedItem?) -> Sheet {
        var sheet = Sheet()
        sheet.add("Workout", title + (isErgTest ? " ★ test" : ""))
        sheet.add("By", card.map { "\($0.author.displayName) (@\($0.author.username))" })
        sheet.add("Type", type.rawValue)
        sheet.add("When", HumanTime.dateTime(startedAt))
        sheet.add("Time", Measure.duration(duration, of: type))
        sheet.add("Distance", Measure.distance(measures.distance, of: type))
        sheet.add("Pace", Measure.pace(of: self))
        sheet.add("Stroke rate", Measure.whole(measures.strokeRate))
        sheet.add("Heart rate", Measure.whole(measures.averageHeartRate))
        sheet.add("Power", measures.averagePower.map { "\(Measure.whole($0)) W" })
        sheet.add("Energy", measures.energy.map { "\(Measure.whole($0)) kcal" })
        sheet.add("Weight lifted", Measure.weight(volume))
        sheet.add("Zone", measures.intensityZone.map { "\($0)" })
        sheet.add("XP", experience?.sentence ?? (xpEarned > 0 ? Measure.grouped(xpEarned) : nil))
        if let review = experience?.review {
            sheet.add(
                "Review", review.state == .late ? "held until you ask for a review" : review.state.label)
            sheet.add("Limits", review.limits.map(\.sentence).joined(separator: "; "))
            sheet.add("Moderators", review.reason)
        }
        sheet.add("Recorded by", source)
        sheet.add("Details", hidesDetails ? "not shared" : nil)
        sheet.add("Texts", isWaiting == true ? "held; others do not see them yet" : nil)
        sheet.add("Visible to", visibility == .private ? "private (only me)" : "\(visibility)")
        sheet.add("Notes", detail?.notes)
        sheet.add("Kudos", card.map { "\($0.kudosCount)\($0.hasKudos ? ", including yours" : "")" })
        sheet.add("Comments", card.map { "\($0.commentCount)" })
        sheet.add("ID", id.description)
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
        var table = Table(.truncated("EXERCISE"), .right("REPS"), .right("WEIGHT"))
        for set in self {
            table.add(
                .init(set.exercise), .init(set.repetitions.map(String.init)),
                .init(Measure.weight(set.weight)))
        }
        return table
    }
}
