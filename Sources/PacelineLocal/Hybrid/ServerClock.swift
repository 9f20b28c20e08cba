import Foundation
import Paceline
import PacelineAPI
import PacelineClient
import PacelineReplica
import Synchronization

/// The server's time: the `Date` header of its last response plus the time elapsed since.
final class ServerClock: Sendable {
    private let now: @Sendable () -> Date
    private let last = Mutex<(server: Date, receivedAt: ContinuousClock.Instant)?>(nil)

    /// - Parameter now: the device's clock, which a person can set.
    init(now: @escaping @Sendable () -> Date) { self.now = now }

    var time: SyncTime {
        let server = last.withLock { last in
            last.map { $0.server.milliseconds + (ContinuousClock.now - $0.receivedAt).wholeMilliseconds }
        }
        return SyncTime(device: now().milliseconds, server: server)
    }

    /// The server's time, or the device's if that is unknown.
    var best: Date { Date(milliseconds: time.server ?? time.device) }
    var device: Date { now() }

    func adjust(to response: EncodedResponse) {
        guard let server = response.header("Date").flatMap(Timestamp.date(fromHTTP:)) else { return }
        last.withLock { $0 = (server, .now) }
    }
}

extension Duration {
    var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
