import Logging
import PacelineEngine

extension Chore {
    /// Lets every stream say now and then that it is alive, and ends those that nobody reads: one clock for all of them.
    static func keepingAlive(
        _ streams: LiveStreams, of engine: Engine, clock: Time, pause: Duration = .seconds(15), logger: Logger
    ) -> Chore {
        Chore("telling streams", clock: clock, pause: pause, logger: logger) {
            streams.endStalled()
            try await engine.live.beat()
        }
    }
}
