import Foundation

/// How often tests repeat what they try at random or again and again. Every run asserts the same; `script/test --deep`
/// asserts it of more worlds, seeds and kills.
public enum Repetitions {
    /// The variable that `script/test --deep` sets.
    public static let variable = "PACELINE_TEST_DEEP"

    /// Whether there is time for many.
    public static let isDeep = ProcessInfo.processInfo.environment[variable] != nil

    /// How many there are.
    /// - Parameters:
    ///   - few: enough for each change.
    ///   - many: what a deep run makes of it; the first few are the same.
    public static func count<Count: BinaryInteger>(_ few: Count, deep many: Count) -> Count {
        isDeep ? many : few
    }
}
