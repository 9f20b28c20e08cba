/// A colour with components from 0 to 1.
struct Colour: Equatable {
    var red: Double
    var green: Double
    var blue: Double

    init(_ red: Double, _ green: Double, _ blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// - Parameter hex: the components as in `0xFF8800`.
    init(_ hex: UInt32) {
        self.init(Double(hex >> 16 & 255) / 255, Double(hex >> 8 & 255) / 255, Double(hex & 255) / 255)
    }

    /// - Parameter share: 0 for this colour to 1 for the other.
    func mixed(with other: Colour, _ share: Double) -> Colour {
        Colour(
            red + (other.red - red) * share, green + (other.green - green) * share,
            blue + (other.blue - blue) * share)
    }
}

/// A picture to draw on, with smooth edges. The origin is the top left corner.
struct Canvas {
    let width: Int
    let height: Int
    /// Red, green and blue of each pixel, row by row.
    private(set) var bytes: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        bytes = Array(repeating: 0, count: width * height * 3)
    }

    /// The middle of the picture, at most as large as the picture.
    func cropped(width: Int, height: Int) -> Canvas {
        var part = Canvas(width: width, height: height)
        let (left, top) = ((self.width - width) / 2, (self.height - height) / 2)
        for y in 0..<height {
            let start = ((top + y) * self.width + left) * 3
            let row = bytes[start..<start + width * 3]
            part.bytes.replaceSubrange(y * width * 3..<(y + 1) * width * 3, with: row)
        }
        return part
    }

    /// Fills whole rows.
    /// - Parameter colour: the colour of each row.
    mutating func fill(rows: Range<Int>, _ colour: (Int) -> Colour) {
        for y in rows.clamped(to: 0..<height) {
            let paint = Paint(colour(y))
            for x in 0..<width { paint.blend(into: &bytes, at: (y * width + x) * 3, coverage: 256) }
        }
    }

    /// Fills everything below a line.
    /// - Parameters:
    ///   - line: the line's distance from the top in each column.
    ///   - colour: the colour of each row.
    mutating func fill(below line: [Double], _ colour: (Int) -> Colour) {
        let top = line.min() ?? 0
        for y in max(0, Int(top) - 1)..<max(height, Int(top)) where y < height {
            let paint = Paint(colour(y))
            for x in 0..<width {
                let coverage = Self.coverage(Double(y) + 1 - line[x])
                if coverage > 0 { paint.blend(into: &bytes, at: (y * width + x) * 3, coverage: coverage) }
            }
        }
    }

    /// Fills a span of each row, as for a road.
    mutating func fill(
        rows: Range<Int>, spans: (Int) -> ClosedRange<Double>, opacity: Double = 1, _ colour: (Int) -> Colour
    ) {
        for y in rows.clamped(to: 0..<height) {
            let (span, paint) = (spans(y), Paint(colour(y)))
            let first = max(0, Int(span.lowerBound.rounded(.down)))
            let last = min(width - 1, Int(span.upperBound.rounded(.down)))
            guard first <= last else { continue }
            for x in first...last {
                let inside = min(span.upperBound, Double(x) + 1) - max(span.lowerBound, Double(x))
                paint.blend(
                    into: &bytes, at: (y * width + x) * 3, coverage: Self.coverage(inside * opacity))
            }
        }
    }

    /// Fills a shape.
    /// - Parameter softness: the width of the edge in pixels; 1 is sharp.
    mutating func fill(_ shape: Shape, _ colour: Colour, softness: Double = 1, opacity: Double = 1) {
        let (columns, rows) = shape.bounds(margin: softness)
        let paint = Paint(colour)
        for y in rows.clamped(to: 0..<height) {
            for x in columns.clamped(to: 0..<width) {
                let distance = shape.distance(Double(x) + 0.5, Double(y) + 0.5)
                let inside = 0.5 - distance / softness
                if inside > 0 {
                    paint.blend(
                        into: &bytes, at: (y * width + x) * 3,
                        coverage: Self.coverage(min(1, inside) * opacity))
                }
            }
        }
    }

    /// Fills a rectangle of whole pixels.
    mutating func fill(x: Int, y: Int, width side: Int, height: Int, _ colour: Colour) {
        let paint = Paint(colour)
        for row in (y..<y + height).clamped(to: 0..<self.height) {
            for column in (x..<x + side).clamped(to: 0..<width) {
                paint.blend(into: &bytes, at: (row * width + column) * 3, coverage: 256)
            }
        }
    }

    private static func coverage(_ share: Double) -> Int { Int(min(1, max(0, share)) * 256) }
}

/// A colour in the units of a canvas.
private struct Paint {
    let red: Int
    let green: Int
    let blue: Int

    init(_ colour: Colour) {
        let byte = { (component: Double) in Int((min(1, max(0, component)) * 255).rounded()) }
        red = byte(colour.red)
        green = byte(colour.green)
        blue = byte(colour.blue)
    }

    /// - Parameter coverage: 0 to 256.
    func blend(into bytes: inout [UInt8], at place: Int, coverage: Int) {
        bytes[place] = mix(bytes[place], red, coverage)
        bytes[place + 1] = mix(bytes[place + 1], green, coverage)
        bytes[place + 2] = mix(bytes[place + 2], blue, coverage)
    }

    private func mix(_ old: UInt8, _ new: Int, _ coverage: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(old) * (256 - coverage) + new * coverage + 128) >> 8)
    }
}
