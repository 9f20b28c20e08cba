import Foundation
import Paceline

/// The title of a logbook workout, without the machine.
enum Concept2Title {
    /// Converts a description to a title.
    /// - Parameter description: such as `10x0:30/1:00r row` or `1,000m row`.
    /// - Returns: `10x0:30/1:00r` or `1000m`; empty for an empty description.
    static func of(_ description: String) -> String {
        let text = WorkoutPattern.withoutThousandsCommas(description)
        var words = text.split(whereSeparator: \.isWhitespace)
        while let last = words.last, machineWords.contains(last.lowercased()) { words.removeLast() }
        // "Just row" is a title of its own, not a workout called "Just".
        guard !words.isEmpty, words.last?.lowercased() != "just" else { return text }
        return words.joined(separator: " ")
    }

    private static let machineWords: Set<String> = [
        "row", "rower", "rowerg", "dynamic", "slides", "water", "paddle", "bike", "bikeerg", "ski", "skierg",
        "snow", "rollerski", "multierg",
    ]
}
