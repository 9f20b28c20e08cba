import Foundation

extension Canvas {
    /// A barbell on a rack, plates against the wall and a kettlebell.
    mutating func drawGym(using random: inout DemoRandom) {
        let wall = random.element(of: [
            Colour(0x5A6472), Colour(0x77604F), Colour(0x4F6A66), Colour(0x6A5672),
        ])
        fill(rows: 0..<470) { wall.mixed(with: Colour(0xF2EADF), 0.35 - Double($0) / 1_800) }
        fill(rows: 470..<height) { Colour(0x3A3C42).mixed(with: Colour(0x1E2024), Double($0 - 470) / 170) }
        for x in [150.0, 480, 810] {
            fill(.disc(x: x, y: 40, radius: 60), Colour(0xFFF3D6), softness: 200, opacity: 0.4)
            fill(.rectangle(x: x - 90, y: 16, width: 180, height: 14, corner: 7), Colour(0xFFF8E8))
        }
        let steel = Colour(0x23262B)
        for x in [290.0, 670] {
            fill(.rectangle(x: x - 13, y: 120, width: 26, height: 396, corner: 4), steel)
            fill(.rectangle(x: x - 60, y: 502, width: 120, height: 18, corner: 6), steel)
            fill(.rectangle(x: x - 20, y: 296, width: 40, height: 12, corner: 4), Colour(0x3A3E45))
        }
        fill(.rectangle(x: 277, y: 112, width: 406, height: 22, corner: 6), steel)
        drawBarbell(y: 286, using: &random)
        drawKettlebell(x: random.number(70.0...120), y: 500, using: &random)
        drawKettlebell(x: random.number(850.0...890), y: 506, using: &random)
    }

    private mutating func drawBarbell(y: Double, using random: inout DemoRandom) {
        fill(.line(x1: 90, y1: y, x2: 870, y2: y, thickness: 11), Colour(0xC9CED6))
        fill(.line(x1: 90, y1: y - 3, x2: 870, y2: y - 3, thickness: 3), Colour(0xEEF1F5))
        let colours = [
            Colour(0xC53A32), Colour(0x2C63B8), Colour(0xE0B13A), Colour(0x2F8A57), Colour(0x2B2E33),
        ]
        var away = 0.0
        for plate in 0..<random.number(2...4) {
            let (tall, colour) = (250 - Double(plate) * 34, random.element(of: colours))
            for left in [226 - away, 708 + away] {
                fill(.rectangle(x: left, y: y - tall / 2, width: 26, height: tall, corner: 9), colour)
                fill(
                    .rectangle(x: left + 5, y: y - tall / 2 + 12, width: 5, height: tall - 24, corner: 2),
                    Colour(0xFFFFFF), opacity: 0.25)
            }
            away += 30
        }
    }

    private mutating func drawKettlebell(x: Double, y: Double, using random: inout DemoRandom) {
        let colour = random.element(of: [Colour(0x1E2126), Colour(0x8C2F39), Colour(0x2F4F6F)])
        fill(
            .line(x1: x - 50, y1: y + 62, x2: x + 50, y2: y + 62, thickness: 14), Colour(0x0C0D10),
            softness: 14, opacity: 0.6)
        fill(.ring(x: x, y: y - 44, radius: 30, thickness: 13), colour)
        fill(.disc(x: x, y: y + 8, radius: 54), colour)
        fill(.disc(x: x - 16, y: y - 10, radius: 13), Colour(0xFFFFFF), softness: 16, opacity: 0.3)
    }

    /// A pool from above its end, with ropes between the lanes.
    mutating func drawPool(using random: inout DemoRandom) {
        fill(rows: 0..<height) { Colour(0x7FD3E6).mixed(with: Colour(0x0F7FB0), Double($0) / 640) }
        let vanishing = (x: random.number(380.0...580), y: -140.0)
        let at = { (lane: Double, y: Double) in
            vanishing.x + lane * 260 * (y - vanishing.y) / (640 - vanishing.y)
        }
        for lane in [-1.5, -0.5, 0.5, 1.5] {
            fill(
                rows: 0..<height,
                spans: { y in
                    let (middle, half) = (at(lane, Double(y)), 10 * (Double(y) + 140) / 780)
                    return middle - half...middle + half
                }, opacity: 0.35
            ) { _ in Colour(0x0B4F79) }
        }
        for _ in 0..<90 {
            let (x, y) = (random.number(0.0...960), random.number(0.0...640))
            let half = random.number(12.0...44) * (0.4 + y / 800)
            fill(
                .line(x1: x - half, y1: y, x2: x + half, y2: y, thickness: 2.5),
                Colour(0xFFFFFF), opacity: 0.22)
        }
        for lane in [-2.0, -1, 0, 1, 2] {
            var (y, place) = (0.0, 0)
            while y < 640 {
                let radius = 4 + 9 * y / 640
                let colour = place / 3 % 2 == 0 ? Colour(0xE8453C) : Colour(0xFAFAF5)
                fill(.disc(x: at(lane, y), y: y, radius: radius), colour)
                (y, place) = (y + radius * 1.9, place + 1)
            }
        }
    }
}
