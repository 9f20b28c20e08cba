import Foundation

/// A shape on a ``Canvas``, described by the distance of each point from its edge.
enum Shape {
    case disc(x: Double, y: Double, radius: Double)
    /// - Parameter thickness: the width of the line.
    case ring(x: Double, y: Double, radius: Double, thickness: Double)
    /// A line with round ends.
    case line(x1: Double, y1: Double, x2: Double, y2: Double, thickness: Double)
    case rectangle(x: Double, y: Double, width: Double, height: Double, corner: Double)

    /// The signed distance from the edge in pixels, negative inside.
    func distance(_ x: Double, _ y: Double) -> Double {
        switch self {
        case .disc(let centreX, let centreY, let radius):
            return length(x - centreX, y - centreY) - radius
        case .ring(let centreX, let centreY, let radius, let thickness):
            return abs(length(x - centreX, y - centreY) - radius) - thickness / 2
        case .line(let x1, let y1, let x2, let y2, let thickness):
            let (alongX, alongY) = (x2 - x1, y2 - y1)
            let square = max(alongX * alongX + alongY * alongY, 0.000_001)
            let share = min(1, max(0, ((x - x1) * alongX + (y - y1) * alongY) / square))
            return length(x - x1 - share * alongX, y - y1 - share * alongY) - thickness / 2
        case .rectangle(let left, let top, let width, let height, let corner):
            let awayX = abs(x - left - width / 2) - width / 2 + corner
            let awayY = abs(y - top - height / 2) - height / 2 + corner
            return length(max(awayX, 0), max(awayY, 0)) + min(max(awayX, awayY), 0) - corner
        }
    }

    /// The columns and rows that contain the shape and a margin.
    func bounds(margin: Double) -> (columns: Range<Int>, rows: Range<Int>) {
        switch self {
        case .disc(let x, let y, let radius):
            return Self.bounds(x - radius, y - radius, x + radius, y + radius, margin)
        case .ring(let x, let y, let radius, let thickness):
            let outer = radius + thickness / 2
            return Self.bounds(x - outer, y - outer, x + outer, y + outer, margin)
        case .line(let x1, let y1, let x2, let y2, let thickness):
            return Self.bounds(
                min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), margin + thickness / 2)
        case .rectangle(let x, let y, let width, let height, _):
            return Self.bounds(x, y, x + width, y + height, margin)
        }
    }

    private static func bounds(
        _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ margin: Double
    ) -> (Range<Int>, Range<Int>) {
        (
            Int((left - margin).rounded(.down))..<Int((right + margin).rounded(.up)) + 1,
            Int((top - margin).rounded(.down))..<Int((bottom + margin).rounded(.up)) + 1
        )
    }

    private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}
