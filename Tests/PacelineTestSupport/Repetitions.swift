import Foundation

/// The number of repetitions in random and repeated tests. `script/test --deep` runs the same tests with more worlds,
/// seeds and kills.
public enum Repetitions {
    /// The environment variable that `script/test --deep` sets.
    public static let variable = "PACELINE_TEST_DEEP"

    /// Whether this is a deep run.
    public static let isDeep = ProcessInfo.processInfo.environment[variable] != nil

    /// Returns the number of repetitions for this run.
    /// - Parameters:
    ///   - few: the number in an ordinary run.
    ///   - many: the number in a deep run, which includes the ordinary ones.
    public static func count<Count: BinaryInteger>(_ few: Count, deep many: Count) -> Count {
        isDeep ? many : few
    }
}
