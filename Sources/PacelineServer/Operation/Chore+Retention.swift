import Logging
import PacelineEngine

extension Chore {
    /// Removes what is kept for a while only.
    public static func trimming(
        _ engine: Engine, clock: Time, pause: Duration = .seconds(300), logger: Logger
    ) -> Chore {
        Chore("trimming", clock: clock, pause: pause, logger: logger) {
            for removed in try await engine.trim() {
                logger.info(
                    "Removed what was over", metadata: ["what": "\(removed.name)", "rows": "\(removed.rows)"])
            }
        }
    }
}
