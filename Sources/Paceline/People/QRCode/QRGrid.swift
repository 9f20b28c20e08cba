/// The matrix of modules: function patterns, then codewords, then a mask.
struct QRGrid: Equatable, Sendable {
    let size: Int
    private var dark: [Bool]
    /// Modules of function patterns, which codewords and masks leave alone.
    private var isFixed: [Bool]

    init(layout: QRLayout, codewords: [UInt8]) {
        size = layout.size
        dark = [Bool](repeating: false, count: size * size)
        isFixed = dark
        drawTiming()
        drawFinders()
        drawAlignment(version: layout.version)
        drawVersion(layout.version)
        drawFormat(0)
        place(codewords)
    }

    subscript(x: Int, y: Int) -> Bool { dark[y * size + x] }

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return }
        dark[y * size + x] = isDark
        isFixed[y * size + x] = true
    }
}

// MARK: Function patterns

extension QRGrid {
    private mutating func drawTiming() {
        for place in 0..<size {
            fix(place, 6, place % 2 == 0)
            fix(6, place, place % 2 == 0)
        }
    }

    /// The three finder patterns in the corners, each with a light border.
    private mutating func drawFinders() {
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            drawSquares(aroundX: x, y, radius: 4) { $0 != 2 && $0 != 4 }
        }
    }

    /// The alignment patterns, on a lattice without the finders' corners.
    private mutating func drawAlignment(version: Int) {
        guard version > 1 else { return }
        let last = size - 7
        let places = version < 7 ? [6, last] : [6, (6 + last) / 2, last]
        for x in places {
            for y in places where ![(6, 6), (6, last), (last, 6)].contains(where: { $0 == (x, y) }) {
                drawSquares(aroundX: x, y, radius: 2) { $0 != 1 }
            }
        }
    }

    /// - Parameter isDark: whether the ring at a distance from the centre is dark.
    private mutating func drawSquares(aroundX x: Int, _ y: Int, radius: Int, isDark: (Int) -> Bool) {
        for dy in -radius...radius {
            for dx in -radius...radius { fix(x + dx, y + dy, isDark(max(abs(dx), abs(dy)))) }
        }
    }

    /// The version, twice; only from version 7.
    private mutating func drawVersion(_ version: Int) {
        guard version >= 7 else { return }
        let bits = version << 12 | Self.remainder(of: version, by: 0x1F25, length: 12)
        for place in 0..<18 {
            let (across, along) = (size - 11 + place % 3, place / 3)
            fix(across, along, bits >> place & 1 == 1)
            fix(along, across, bits >> place & 1 == 1)
        }
    }

    /// The correction level and the mask, twice.
    private mutating func drawFormat(_ format: Int) {
        let bits = (format << 10 | Self.remainder(of: format, by: 0x537, length: 10)) ^ 0x5412
        for place in 0..<15 {
            let isDark = bits >> place & 1 == 1
            // Both copies skip the timing pattern.
            let near = place < 6 ? place : place < 8 ? place + 1 : 14 - place + (place == 8 ? 1 : 0)
            if place < 8 { fix(8, near, isDark) } else { fix(near, 8, isDark) }
            if place < 8 { fix(size - 1 - place, 8, isDark) } else { fix(8, size - 15 + place, isDark) }
        }
        fix(8, size - 8, true)
    }

    /// The remainder of a polynomial division over GF(2).
    private static func remainder(of number: Int, by divisor: Int, length: Int) -> Int {
        (0..<length).reduce(number) { rest, _ in rest << 1 ^ (rest >> (length - 1)) * divisor }
    }
}

// MARK: Codewords and masks

extension QRGrid {
    /// Fills the free modules from the lower right, in columns of two, alternating upwards and downwards.
    private mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        for column in 0..<size / 2 {
            // Columns left of the timing pattern shift by one.
            let right = size - 1 - 2 * column - (size - 1 - 2 * column <= 6 ? 1 : 0)
            for step in 0..<size {
                let y = column % 2 == 0 ? size - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * size + x] && bit < codewords.count * 8 {
                    dark[y * size + x] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
        }
    }

    /// The grid with a mask applied and the matching format information.
    func masked(_ mask: Int, _ correction: QRCode.Correction) -> QRGrid {
        var grid = self
        for y in 0..<size {
            for x in 0..<size where !isFixed[y * size + x] && Self.flips(mask, x, y) {
                grid.dark[y * size + x].toggle()
            }
        }
        let level = [0b01, 0b00, 0b11, 0b10][correction.rawValue]
        grid.drawFormat(level << 3 | mask)
        return grid
    }

    private static func flips(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
