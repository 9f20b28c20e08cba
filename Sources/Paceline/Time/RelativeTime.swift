import Foundation

/// How far an instant is from now, as people read it. The web app and the command line word it.
package enum RelativeTime: Equatable, Sendable {
    /// Less than a minute away.
    case now
    case past(Int, Unit)
    case future(Int, Unit)
    /// A week away or more, which a date says better.
    case date

    /// The largest unit that fits.
    package enum Unit: Sendable { case minutes, hours, days }

    package init(of instant: Date, now: Date) {
        let seconds = now.timeIntervalSince(instant)
        let distance = abs(seconds)
        guard distance < 7 * 86_400 else {
            self = .date
            return
        }
        let (count, unit): (Double, Unit) =
            switch distance {
            case ..<3_600: (distance / 60, .minutes)
            case ..<86_400: (distance / 3_600, .hours)
            default: (distance / 86_400, .days)
            }
        switch seconds {
        case _ where distance < 60: self = .now
        case 0...: self = .past(Int(count), unit)
        default: self = .future(Int(count), unit)
        }
    }
}
