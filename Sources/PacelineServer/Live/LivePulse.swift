import PacelineEngine
import ServiceLifecycle

/// Lets every stream say now and then that it is alive, and ends those that nobody reads: one clock for all of them.
struct LivePulse<Time: Clock<Duration>>: Service {
    let engine: Engine
    let streams: LiveStreams
    let clock: Time
    var pause = Duration.seconds(15)

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    try await clock.sleep(for: pause)
                    streams.endStalled()
                    await engine.live.beat()
                }
            }
        } catch is CancellationError {
            return
        }
    }
}
