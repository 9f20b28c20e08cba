import Logging
import PacelineEngine

extension Chore {
    /// Closes the seasons of groups as they end.
    public static func closingSeasons(
        of engine: Engine, clock: Time, pause: Duration = .seconds(60), logger: Logger
    ) -> Chore {
        Chore("closing seasons", clock: clock, pause: pause, logger: logger) {
            try await engine.closeSeasons()
        }
    }
}
