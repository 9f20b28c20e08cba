import Foundation

/// A profile picture, drawn on demand. The same value gives the same pixels.
struct DemoAvatar: Equatable {
    let motif: Motif
    let palette: Int
    let seed: UInt64

    enum Motif: CaseIterable {
        case sunset, rings, waves, tiles, stripes, peaks
    }

    /// The side in pixels: enough for the largest size at which apps show it.
    private static let side = 240

    init(using random: inout DemoRandom) {
        motif = random.element(of: Motif.allCases)
        palette = random.number(0...Self.palettes.count - 1)
        seed = random.next()
    }

    /// From the lightest to the darkest colour.
    private static let palettes = [
        [0xFFE8C7, 0xF7A072, 0xD95D5D, 0x5B3A66], [0xE5F4E3, 0x8CCB9B, 0x3A8E83, 0x1D3F58],
        [0xFFF3B0, 0xE9A23B, 0x9E2A2B, 0x40202A], [0xE0F0FF, 0x83B8EE, 0x3C6FC4, 0x1E2A63],
        [0xFBE4EE, 0xE58FB4, 0x9C4F96, 0x3B2A5C], [0xF4EFE2, 0xC8B48A, 0x6F8F72, 0x2E4238],
        [0xE4FBFF, 0x7BDFF2, 0x2A9D8F, 0x264653],
    ].map { $0.map { Colour(UInt32($0)) } }

    /// The picture as a PNG file.
    func png() throws -> [UInt8] {
        var canvas = Canvas(width: Self.side, height: Self.side)
        var random = DemoRandom(seed: seed)
        let colours = Self.palettes[palette]
        canvas.fill(rows: 0..<Self.side) { colours[0].mixed(with: colours[1], Double($0) / 240) }
        switch motif {
        case .sunset: canvas.drawSunset(colours, using: &random)
        case .rings: canvas.drawRings(colours, using: &random)
        case .waves: canvas.drawWaves(colours, using: &random)
        case .tiles: canvas.drawTiles(colours, using: &random)
        case .stripes: canvas.drawStripes(colours, using: &random)
        case .peaks: canvas.drawPeaks(colours, using: &random)
        }
        return try canvas.png()
    }
}

extension Canvas {
    fileprivate mutating func drawSunset(_ colours: [Colour], using random: inout DemoRandom) {
        let x = random.number(80.0...160)
        fill(.disc(x: x, y: 110, radius: 54), Colour(0xFFFFFF), softness: 60, opacity: 0.5)
        fill(.disc(x: x, y: 110, radius: 42), Colour(0xFFF6E0))
        fill(rows: 140..<240) { colours[2].mixed(with: colours[3], Double($0 - 140) / 100) }
        for place in 0..<6 {
            let half = random.number(14.0...50)
            let y = 152 + Double(place) * 14
            fill(
                .line(x1: x - half, y1: y, x2: x + half, y2: y, thickness: 5), Colour(0xFFF6E0),
                opacity: 0.7)
        }
    }

    fileprivate mutating func drawRings(_ colours: [Colour], using random: inout DemoRandom) {
        let (x, y) = (random.number(30.0...210), random.number(150.0...240))
        for ring in (1...5).reversed() {
            fill(.disc(x: x, y: y, radius: Double(ring) * 38), colours[ring % 3 + 1])
        }
        fill(.disc(x: x, y: y, radius: 18), colours[0])
    }

    fileprivate mutating func drawWaves(_ colours: [Colour], using random: inout DemoRandom) {
        for layer in 0..<4 {
            let start = random.number(0.0...6.28)
            let line = (0..<width).map { x in
                76 + Double(layer) * 44 + 14 * sin(Double(x) / 240 * 6.28 * 1.5 + start)
            }
            let colour = colours[1].mixed(with: colours[3], Double(layer) / 3)
            fill(below: line) { _ in colour }
        }
    }

    /// Discs in a grid.
    fileprivate mutating func drawTiles(_ colours: [Colour], using random: inout DemoRandom) {
        for place in 0..<9 {
            let (left, top) = (place % 3 * 80, place / 3 * 80)
            fill(x: left, y: top, width: 80, height: 80, random.element(of: colours))
            fill(
                .disc(x: Double(left) + 40, y: Double(top) + 40, radius: random.number(16.0...40)),
                random.element(of: colours))
        }
    }

    fileprivate mutating func drawStripes(_ colours: [Colour], using random: inout DemoRandom) {
        let slope = random.element(of: [-1.0, 1])
        for stripe in -3...6 {
            let x = Double(stripe) * 62 + random.number(-8.0...8)
            fill(
                .line(x1: x, y1: -40, x2: x + slope * 160, y2: 280, thickness: random.number(14.0...34)),
                colours[(stripe + 3) % 3 + 1])
        }
    }

    fileprivate mutating func drawPeaks(_ colours: [Colour], using random: inout DemoRandom) {
        fill(.disc(x: random.number(50.0...190), y: 64, radius: 24), Colour(0xFFFFFF), opacity: 0.85)
        for layer in 0..<3 {
            let (top, foot) = (random.number(50.0...190), 210 + Double(layer) * 14)
            let tall = 140 - Double(layer) * 34
            let side = random.number(0.9...1.4)
            let line = (0..<width).map { x in foot - max(0, tall - abs(Double(x) - top) * side) }
            let colour = colours[layer + 1]
            fill(below: line) { _ in colour }
        }
    }
}
