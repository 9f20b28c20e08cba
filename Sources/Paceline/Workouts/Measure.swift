import Foundation

/// Formats measurements in each sport's conventions.
package enum Measure {
    /// `6:30.0` for sports timed to tenths, otherwise `1:02:03`.
    package static func duration(_ seconds: Double, of type: WorkoutType) -> String {
        type.usesSplit && seconds < 3_600 ? time(seconds, tenths: true) : time(seconds, tenths: false)
    }

    /// `2000 m`; from 1 km, `12.4 km`, or `10,160 m` in sports that count metres. Empty for none.
    package static func distance(_ metres: Double?, of type: WorkoutType? = nil) -> String {
        guard let metres, metres > 0 else { return "" }
        let isLong = metres >= (type?.usesSplit == true ? 10_000 : 1_000)
        guard isLong else { return "\(Int64(metres.rounded())) m" }
        return type?.usesSplit == true
            ? "\(grouped(Int64(metres.rounded()))) m" : "\(decimal(metres / 1_000)) km"
    }

    /// `5 km`, `21.1 km`: a goal, rounded to what people say.
    package static func kilometres(_ millimetres: Int64) -> String {
        let tenths = Int64((Double(millimetres) / 100_000).rounded())
        return "\(tenths % 10 == 0 ? grouped(tenths / 10) : decimal(Double(tenths) / 10)) km"
    }

    /// Pace or speed: `1:37.5 /500m`, `4:35 /km`, `1:52 /100m` or `31.2 km/h`; empty when unknown.
    package static func pace(of workout: Workout) -> String {
        pace(
            split: workout.averageSplit, distance: workout.distance, duration: workout.duration,
            of: workout.type)
    }

    package static func pace(split: Double?, distance: Double?, duration: Double, of type: WorkoutType)
        -> String
    {
        let metres = distance ?? 0
        guard let split = split ?? (metres > 0 && duration > 0 ? duration / metres * 500 : nil) else {
            return ""
        }
        if type.usesSplit { return time(split, tenths: true) + " /500m" }
        if type == .swimming { return time(split / 5, tenths: false) + " /100m" }
        if type == .cycling { return decimal(1_800 / split) + " km/h" }
        return time(split * 2, tenths: false) + " /km"
    }

    /// `12,340 kg`; empty for none.
    package static func weight(_ kilograms: Double?) -> String {
        guard let kilograms, kilograms > 0 else { return "" }
        return kilograms == kilograms.rounded()
            ? "\(grouped(Int64(kilograms))) kg" : "\(decimal(kilograms)) kg"
    }

    /// The distance, or the weight lifted if there is no distance.
    package static func amount(of workout: Workout) -> String {
        let distance = distance(workout.distance, of: workout.type)
        return distance.isEmpty ? weight(workout.volume) : distance
    }

    /// `12,340`.
    package static func grouped(_ number: some BinaryInteger) -> String {
        var digits = String(number.magnitude)
        var end = digits.count - 3
        while end > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
            end -= 3
        }
        return number < 0 ? "-" + digits : digits
    }

    /// `1,563.4`: one decimal.
    package static func decimal(_ number: Double) -> String {
        let tenths = Int64((number * 10).rounded())
        return "\(grouped(tenths / 10)).\(abs(tenths % 10))"
    }

    /// `64 KB`, `12.3 MB` or `1 GB`, in units of 1,000.
    package static func size(_ bytes: Int64) -> String {
        let (unit, name): (Double, String) =
            bytes >= 1_000_000_000 ? (1e9, "GB") : bytes >= 1_000_000 ? (1e6, "MB") : (1e3, "KB")
        let tenths = (Double(bytes) / unit * 10).rounded()
        let isWhole = tenths.truncatingRemainder(dividingBy: 10) == 0
        return (isWhole ? grouped(Int64(tenths) / 10) : decimal(tenths / 10)) + " " + name
    }

    /// `1 day`, `1,200 days`.
    /// - Parameter plural: the plural; nil appends an s.
    package static func count(_ number: Int, _ thing: String, _ plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? thing : plural ?? thing + "s")"
    }

    /// `3 h 20 min`, `45 min` or `30 s`.
    package static func hours(_ seconds: Int64) -> String {
        guard seconds >= 60 else { return "\(seconds) s" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        guard hours > 0 else { return "\(minutes) min" }
        return minutes == 0 ? "\(grouped(hours)) h" : "\(grouped(hours)) h \(minutes) min"
    }

    /// `1:23`, from a number of seconds.
    package static func clock(_ seconds: Int) -> String { time(Double(seconds), tenths: false) }

    package static func whole(_ number: Double?) -> String {
        number.map { String(Int($0.rounded())) } ?? ""
    }

    private static func time(_ seconds: Double, tenths: Bool) -> String {
        guard let clock = ClockTime(seconds: tenths ? seconds : seconds.rounded()) else { return "" }
        return tenths && clock.tenths % 10 == 0 ? "\(clock).0" : "\(clock)"
    }
}
