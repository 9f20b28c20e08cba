import Foundation
import Paceline
import PacelineClient
import PacelineReplica
import Synchronization

/// The server's time, from the `Date` of its last response and the time that has passed since.
final class ServerClock: Sendable {
    private let now: @Sendable () -> Date
    private let last = Mutex<(server: Date, received: ContinuousClock.Instant)?>(nil)

    /// - Parameter now: the device's clock, which a person can set.
    init(now: @escaping @Sendable () -> Date) { self.now = now }

    var time: SyncTime {
        let server = last.withLock { last in
            last.map { $0.server.milliseconds + (ContinuousClock.now - $0.received).wholeMilliseconds }
        }
        return SyncTime(device: now().milliseconds, server: server)
    }

    /// The server's time, or the device's if that is unknown.
    var best: Date { Date(milliseconds: time.server ?? time.device) }
    var device: Date { now() }

    func adjust(to response: EncodedResponse) {
        guard let server = response.header("Date").flatMap(Self.date) else { return }
        last.withLock { $0 = (server, .now) }
    }

    /// Reads `Fri, 27 Nov 2026 20:32:38 GMT`.
    static func date(_ header: String) -> Date? {
        let parts = header.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let date = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2])),
            let day = Day(number: year * 10_000 + (month + 1) * 100 + date)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        return day.startInUTC.addingTimeInterval(Double(time[0] * 3_600 + time[1] * 60 + time[2]))
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension Duration {
    var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
