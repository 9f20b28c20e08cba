import Foundation

extension DemoPhoto.Light {
    /// The sky at the top and at the horizon, and the colour that haze gives to distant things.
    var sky: (top: Colour, horizon: Colour, haze: Colour) {
        switch self {
        case .dawn: (Colour(0x5B7DB1), Colour(0xFBD3B4), Colour(0xE3B9B0))
        case .day: (Colour(0x3F8FD2), Colour(0xD5ECF7), Colour(0xB5D3E2))
        case .dusk: (Colour(0x2A2D5E), Colour(0xF29A66), Colour(0xB76E79))
        }
    }

    var sun: Colour { self == .day ? Colour(0xFFF9E3) : Colour(0xFFE3B8) }

    /// The darkness of things nearby, 0 to 1.
    var shade: Double {
        switch self {
        case .dawn: 0.35
        case .day: 0.12
        case .dusk: 0.6
        }
    }

    /// A thing's colour at a distance of 0 (near) to 1 (far).
    func colour(of thing: Colour, distance: Double) -> Colour {
        thing.mixed(with: Colour(0x0E1424), shade).mixed(with: sky.haze, distance)
    }
}

extension Canvas {
    mutating func drawLake(in light: DemoPhoto.Light, using random: inout DemoRandom) {
        let bottom = Double(height)
        let horizon = bottom * random.number(0.46...0.56)
        let sunX = random.number(0.25...0.75) * Double(width)
        drawSky(in: light, horizon: horizon, sunX: sunX, using: &random)
        let forest = Colour(0x2F5D50)
        for (distance, size) in [(0.75, 120.0), (0.45, 62.0)] {
            let colour = light.colour(of: forest, distance: distance)
            fill(below: ridge(at: horizon - size * 0.4, size: size, using: &random)) { _ in colour }
        }
        let (far, near) = (
            light.sky.horizon.mixed(with: Colour(0x2C5A7A), 0.35),
            light.colour(of: Colour(0x1D4A6B), distance: 0.05)
        )
        fill(rows: Int(horizon)..<height) {
            far.mixed(with: near, pow((Double($0) - horizon) / (bottom - horizon), 0.7))
        }
        drawGlitter(below: horizon, sunX: sunX, light.sun, using: &random)
        drawScull(x: random.number(280.0...560), y: horizon + random.number(60.0...110), light)
    }

    /// Reflections of the sun, wider and rarer towards the viewer.
    private mutating func drawGlitter(
        below horizon: Double, sunX: Double, _ sun: Colour, using random: inout DemoRandom
    ) {
        for _ in 0..<110 {
            let depth = random.number(0.0...1)
            let y = horizon + 4 + depth * depth * (Double(height) - horizon)
            let x = sunX + random.number(-1.0...1) * (20 + depth * 130)
            let half = 5 + depth * random.number(8.0...46)
            fill(
                .line(x1: x - half, y1: y, x2: x + half, y2: y, thickness: 1.5 + depth * 3), sun,
                opacity: 0.16 + 0.3 * (1 - depth))
        }
    }

    /// A single scull with its oars on the water, seen from the side.
    private mutating func drawScull(x: Double, y: Double, _ light: DemoPhoto.Light) {
        let (dark, skin) = (
            light.colour(of: Colour(0x1B2A38), distance: 0),
            light.colour(of: Colour(0xC98F6B), distance: 0.05)
        )
        let shirt = light.colour(of: Colour(0xD8433B), distance: 0.05)
        for (lift, opacity) in [(9.0, 0.25), (4.0, 0.4)] {
            fill(
                .line(x1: x - 130, y1: y + lift, x2: x + 150, y2: y + lift, thickness: 5), dark, softness: 4,
                opacity: opacity)
        }
        fill(.line(x1: x - 150, y1: y - 2, x2: x + 170, y2: y - 2, thickness: 3), dark)
        fill(.line(x1: x - 90, y1: y, x2: x + 110, y2: y, thickness: 9), dark)
        fill(.line(x1: x + 8, y1: y - 8, x2: x + 46, y2: y - 10, thickness: 9), dark)
        fill(.line(x1: x + 8, y1: y - 10, x2: x - 6, y2: y - 44, thickness: 17), shirt)
        fill(.line(x1: x - 6, y1: y - 38, x2: x + 38, y2: y - 28, thickness: 6), skin)
        fill(.disc(x: x - 9, y: y - 62, radius: 11), skin)
        for (endX, endY) in [(x - 74, y + 24), (x + 128, y + 18)] {
            fill(.line(x1: x + 34, y1: y - 24, x2: endX, y2: endY, thickness: 3), dark)
            fill(.line(x1: endX - 12, y1: endY, x2: endX + 12, y2: endY + 4, thickness: 9), shirt)
        }
    }

    mutating func drawHills(in light: DemoPhoto.Light, using random: inout DemoRandom) {
        drawSky(in: light, horizon: 430, sunX: random.number(180.0...780), using: &random)
        let green = random.element(of: [
            Colour(0x3E7C4F), Colour(0x6B7F3A), Colour(0x8A6B3F), Colour(0x4C6E77),
        ])
        for layer in 0..<5 {
            let share = Double(layer) / 4
            var line = ridge(at: 260 + share * 260, size: 150 - share * 70, using: &random)
            if layer == 3 { plantTrees(on: &line, using: &random) }
            let colour = light.colour(of: green, distance: 0.85 * (1 - share) * (1 - share * 0.3))
            fill(below: line) { colour.mixed(with: light.sky.haze, max(0, Double($0) - 300) / 1_600) }
        }
        let path = light.colour(of: Colour(0xD9C7A0), distance: 0.1)
        let (bend, start) = (random.number(-160.0...160), random.number(380.0...580))
        let (top, bottom) = (548.0, Double(height))
        fill(
            rows: Int(top)..<height,
            spans: { y in
                let depth = (Double(y) - top) / (bottom - top)
                let middle = start + bend * (1 - depth) * (1 - depth)
                let half = 1 + depth * (8 + depth * 34)
                return middle - half...middle + half
            }
        ) { _ in path }
    }

    /// Raises pointed trees on a line.
    private func plantTrees(on line: inout [Double], using random: inout DemoRandom) {
        for _ in 0..<42 {
            let (x, tall) = (random.number(0...width - 1), random.number(26.0...64))
            let (foot, half) = (line[x], Int(tall / 4))
            for column in max(0, x - half)..<min(width, x + half) {
                let tip = foot - tall * (1 - Double(abs(column - x)) / Double(half))
                line[column] = min(line[column], tip)
            }
        }
    }

    mutating func drawRoad(in light: DemoPhoto.Light, using random: inout DemoRandom) {
        let horizon = 300.0
        drawSky(in: light, horizon: horizon + 40, sunX: random.number(140.0...820), using: &random)
        let field = random.element(of: [Colour(0x5E8C3A), Colour(0xB79A45), Colour(0x4F7D5A)])
        for (distance, size) in [(0.8, 150.0), (0.5, 90.0)] {
            let colour = light.colour(of: Colour(0x3F6650), distance: distance)
            fill(below: ridge(at: horizon - size * 0.35, size: size, using: &random)) { _ in colour }
        }
        let (far, near) = (light.colour(of: field, distance: 0.4), light.colour(of: field, distance: 0))
        fill(rows: Int(horizon)..<height) { far.mixed(with: near, (Double($0) - horizon) / 340) }
        drawLane(from: horizon, in: light, using: &random)
    }

    /// A road that narrows and bends towards the horizon.
    private mutating func drawLane(
        from horizon: Double, in light: DemoPhoto.Light, using random: inout DemoRandom
    ) {
        let (bend, shift) = (random.number(-260.0...260), random.number(-60.0...60))
        let (bottom, centre) = (Double(height), Double(width) / 2)
        let depth = { (y: Int) in (Double(y) + 1 - horizon) / (bottom - horizon) }
        let middle = { (y: Int) in
            let near = depth(y)
            return centre + shift + bend * (1 - near) * (1 - near) * near * 5
        }
        let span = { (y: Int, place: Double, half: Double) in
            let (middle, half) = (middle(y) + place * depth(y), half * depth(y) + 0.3)
            return middle - half...middle + half
        }
        let (asphalt, paint) = (
            light.colour(of: Colour(0x6A6D75), distance: 0.12),
            light.colour(of: Colour(0xF2EFE6), distance: 0)
        )
        fill(rows: Int(horizon)..<height, spans: { span($0, 0, 330) }) { _ in asphalt }
        for edge in [-300.0, 300] {
            fill(rows: Int(horizon) + 2..<height, spans: { span($0, edge, 5) }, opacity: 0.8) { _ in paint }
        }
        // Equal dashes on the ground look shorter further away.
        for y in Int(horizon) + 6..<height where Int(14 / depth(y)) % 2 == 0 {
            fill(rows: y..<y + 1, spans: { span($0, 0, 6) }, opacity: 0.8) { _ in paint }
        }
    }

    mutating func drawCity(in light: DemoPhoto.Light, using random: inout DemoRandom) {
        let ground = 500.0
        drawSky(in: light, horizon: ground, sunX: random.number(200.0...760), using: &random)
        for (distance, tall) in [(0.62, 250.0), (0.3, 190.0), (0.08, 120.0)] {
            let colour = light.colour(of: Colour(0x34425C), distance: distance)
            drawHouses(on: ground, tall: tall, colour, areLit: distance < 0.5, using: &random)
        }
        let (far, near) = (
            light.colour(of: Colour(0x55607A), distance: 0.3), light.colour(of: Colour(0x2B3247), distance: 0)
        )
        fill(rows: Int(ground)..<height) { far.mixed(with: near, (Double($0) - ground) / 140) }
        for x in stride(from: 60.0, to: 960, by: 168) {
            fill(.line(x1: x, y1: 392, x2: x, y2: 506, thickness: 4), Colour(0x1A1F2E))
            fill(.disc(x: x, y: 388, radius: 8), Colour(0xFFE2A6), softness: 60, opacity: 0.55)
            fill(.disc(x: x, y: 388, radius: 7), Colour(0xFFF0CC))
        }
    }

    private mutating func drawHouses(
        on ground: Double, tall: Double, _ colour: Colour, areLit: Bool, using random: inout DemoRandom
    ) {
        var left = random.number(-40...0)
        while left < width {
            let (side, roof) = (random.number(54...120), Int(ground - tall * random.number(0.45...1)))
            fill(x: left, y: roof, width: side, height: Int(ground) - roof, colour)
            if areLit {
                for x in stride(from: left + 12, to: left + side - 14, by: 20) {
                    for y in stride(from: roof + 14, to: Int(ground) - 16, by: 24) where random.chance(0.32) {
                        fill(x: x, y: y, width: 8, height: 11, Colour(0xFFD98A).mixed(with: colour, 0.2))
                    }
                }
            }
            left += side + random.number(0...10)
        }
    }
}

extension Canvas {
    private mutating func drawSky(
        in light: DemoPhoto.Light, horizon: Double, sunX: Double, using random: inout DemoRandom
    ) {
        let sky = light.sky
        fill(rows: 0..<height) { sky.top.mixed(with: sky.horizon, min(1, Double($0) / horizon)) }
        let sunY = light == .day ? random.number(90.0...150) : horizon - random.number(70.0...150)
        for (radius, opacity) in [(150.0, 0.22), (80.0, 0.3)] {
            fill(.disc(x: sunX, y: sunY, radius: radius), light.sun, softness: radius * 1.6, opacity: opacity)
        }
        fill(.disc(x: sunX, y: sunY, radius: 34), light.sun)
        for _ in 0..<random.number(2...4) { drawCloud(below: horizon, in: light, using: &random) }
    }

    private mutating func drawCloud(
        below horizon: Double, in light: DemoPhoto.Light, using random: inout DemoRandom
    ) {
        let (x, y) = (random.number(0.0...Double(width)), random.number(50.0...horizon * 0.55))
        let colour = light.sky.horizon.mixed(with: Colour(0xFFFFFF), light == .dusk ? 0.1 : 0.6)
        for _ in 0..<5 {
            let (left, half) = (x + random.number(-70.0...70), random.number(30.0...90))
            fill(
                .line(x1: left - half, y1: y, x2: left + half, y2: y, thickness: random.number(12.0...30)),
                colour, softness: 14, opacity: 0.22)
        }
    }

    /// A line of hills: the distance from the top in each column.
    private func ridge(at level: Double, size: Double, using random: inout DemoRandom) -> [Double] {
        let waves = (1...5).map { octave in
            (
                size: size / pow(1.9, Double(octave)),
                length: random.number(0.7...1.3) * Double(octave) * 1.7,
                start: random.number(0.0...6.28)
            )
        }
        return (0..<width).map { x in
            let place = Double(x) / Double(width) * 6.28
            return waves.reduce(level) { $0 - $1.size * sin(place * $1.length / 2 + $1.start) }
        }
    }
}
