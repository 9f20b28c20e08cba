extension QRGrid {
    /// The penalty of ISO/IEC 18004, section 7.8.3, for choosing a mask. Lower is easier to read.
    var penalty: Int {
        let rows = (0..<size).map { y in (0..<size).map { x in self[x, y] } }
        let columns = (0..<size).map { x in (0..<size).map { y in self[x, y] } }
        let lines = rows + columns
        return lines.reduce(0) { $0 + Self.runs(in: $1) + Self.finderLikes(in: $1) } + blocks + imbalance
    }

    /// Five modules of one colour in a row cost 3, each further one 1.
    private static func runs(in line: [Bool]) -> Int {
        var (cost, length) = (0, 0)
        for place in line.indices {
            length = place > 0 && line[place] == line[place - 1] ? length + 1 : 1
            if length >= 5 { cost += length == 5 ? 3 : 1 }
        }
        return cost
    }

    /// A pattern like the centre of a finder with four light modules beside it costs 40.
    private static func finderLikes(in line: [Bool]) -> Int {
        let window = 0b111_1111_1111
        var (cost, latest) = (0, 0)
        // Modules beyond the edge are light.
        for isDark in line + [false, false, false, false] {
            latest = (latest << 1 | (isDark ? 1 : 0)) & window
            if latest == 0b0000_1011101 || latest == 0b1011101_0000 { cost += 40 }
        }
        return cost
    }

    /// Each 2 × 2 square of one colour costs 3.
    private var blocks: Int {
        var cost = 0
        for y in 0..<size - 1 {
            for x in 0..<size - 1
            where self[x, y] == self[x + 1, y] && self[x, y] == self[x, y + 1]
                && self[x, y] == self[x + 1, y + 1]
            {
                cost += 3
            }
        }
        return cost
    }

    /// Each full 5 % that the share of dark modules deviates from one half costs 10.
    private var imbalance: Int {
        var count = 0
        for y in 0..<size { for x in 0..<size where self[x, y] { count += 1 } }
        return abs(count * 20 - size * size * 10) / (size * size) * 10
    }
}
