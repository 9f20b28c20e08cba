import Foundation
import Paceline

/// The title of a logbook workout: what was done, without what it was done on.
enum Concept2Title {
    /// - Parameter description: as exported, such as `10x0:30/1:00r row` or `1,000m row`.
    /// - Returns: `10x0:30/1:00r`, `1000m`; empty when the description is.
    static func of(_ description: String) -> String {
        let text = WorkoutPattern.withoutThousandsCommas(description)
        var words = text.split(whereSeparator: \.isWhitespace)
        while let last = words.last, machineWords.contains(last.lowercased()) { words.removeLast() }
        // "Just row" is the name of a workout, not one called "Just" on a rower.
        guard !words.isEmpty, words.last?.lowercased() != "just" else { return text }
        return words.joined(separator: " ")
    }

    private static let machineWords: Set<String> = [
        "row", "rower", "rowerg", "dynamic", "slides", "water", "paddle", "bike", "bikeerg", "ski", "skierg",
        "snow", "rollerski", "multierg",
    ]
}
