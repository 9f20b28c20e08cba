import Testing

@testable import Paceline

@Suite struct QRCodeTests {
    @Test func `a friend code encodes to the QR code that decoders read`() throws {
        let code = try QRCode("7KQ2MX")
        #expect(code.version == 1)
        #expect(code.mask == 4)
        #expect(Self.drawing(of: code) == Self.golden)
    }

    @Test func `a code with several blocks and version information is the one that decoders read`()
        throws
    {
        let path = "invitation/from/ana/to/everybody/who/rows/with/us/on/sundays/at/eight/oclock"
        let code = try QRCode("https://paceline.example/f/7KQ2MX/" + path)
        #expect(code.version == 7)
        #expect(code.mask == 2)
        #expect(Self.drawing(of: code) == Self.goldenOfVersion7)
    }

    /// The capacity of each version in bytes, by correction level: ISO/IEC 18004, table 7.
    static let capacities: [(QRCode.Correction, [Int])] = [
        (.low, [17, 32, 53, 78, 106, 134, 154, 192, 230, 271]),
        (.medium, [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]),
        (.quartile, [11, 20, 32, 46, 60, 74, 86, 108, 130, 151]),
        (.high, [7, 14, 24, 34, 44, 58, 64, 84, 98, 119]),
    ]

    @Test(arguments: capacities) func `the smallest version that fits the text is used`(
        correction: QRCode.Correction, capacities: [Int]
    ) throws {
        for (index, capacity) in capacities.enumerated() {
            let fitting = try QRCode(String(repeating: "a", count: capacity), correction: correction)
            #expect(fitting.version == index + 1)
            #expect(fitting.size == 21 + 4 * index)
        }
        #expect(throws: SocialError.self) {
            try QRCode(String(repeating: "a", count: capacities[9] + 1), correction: correction)
        }
        #expect(try QRCode("", correction: correction).version == 1)
    }

    @Test(arguments: capacities) func `every code has finder and timing patterns`(
        correction: QRCode.Correction, capacities: [Int]
    ) throws {
        for capacity in capacities {
            let code = try QRCode(String(repeating: "z", count: capacity), correction: correction)
            let last = code.size - 7
            for (x, y) in [(0, 0), (last, 0), (0, last)] {
                for place in 0..<7 {
                    #expect(
                        code[x + place, y] && code[x + place, y + 6] && code[x, y + place]
                            && code[x + 6, y + place])
                }
                #expect(code[x + 3, y + 3] && !code[x + 1, y + 1])
            }
            #expect((8..<last).allSatisfy { code[$0, 6] == ($0 % 2 == 0) && code[6, $0] == ($0 % 2 == 0) })
            #expect(code[8, code.size - 8])
            #expect(code.version == 1 || code[last, last] && !code[last + 1, last] && code[last + 2, last])
            #expect(Self.format(of: code) == ([1, 0, 3, 2][correction.rawValue], code.mask))
        }
    }

    @Test func `modules outside the code are light`() throws {
        let code = try QRCode("paceline")
        #expect(!code[-1, 0] && !code[0, -1] && !code[code.size, 0] && !code[0, code.size])
    }

    @Test func `drawings include the quiet zone`() throws {
        let code = try QRCode("7KQ2MX")
        #expect(code.svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 29 29\""))
        #expect(code.svg.split(separator: "<path ").count == 2)
        // The upper edge of the first finder, after the quiet zone of four modules.
        #expect(code.svg.contains("d=\"M4 4h7v1h-7z"))
        let lines = code.text.split(separator: "\n")
        #expect(lines.count == 15)
        #expect(lines.allSatisfy { $0.count == 29 })
        #expect(lines[0] == String(repeating: "█", count: 29)[...])
        #expect(lines[2].hasPrefix("████ ▄▄▄▄▄ █"))
    }

    @Test(arguments: ["7KQ2MX", String(repeating: "a", count: 213)])
    func `the PNG shows the same code at eight pixels per module`(text: String) throws {
        let code = try QRCode(text)
        // Also verifies the chunks' checksums.
        let png = try PNG.sanitised(code.png)
        #expect(png == code.png)
        let side = code.size + 2 * QRCode.quietZone
        let length = ByteOrder.bigEndian.bytes(side * 8, count: 4)
        #expect(png[16..<24].elementsEqual(length + length))
        // Skips signature, IHDR, and the headers of IDAT and the zlib stream.
        let pixels = png[(8 + 25 + 8 + 7)...].prefix(side * 8 * (side + 1))
        let rows = stride(from: pixels.startIndex, to: pixels.endIndex, by: side + 1).map {
            pixels[$0..<$0 + side + 1]
        }
        for (y, row) in rows.enumerated() {
            let expected = (0..<side).map { x in
                code[x - QRCode.quietZone, y / 8 - QRCode.quietZone] ? UInt8(0) : .max
            }
            #expect(row.first == 0 && row.dropFirst().elementsEqual(expected))
        }
    }

    /// Correction level and mask from the upper left format information, unmasked.
    private static func format(of code: QRCode) -> (Int, Int) {
        let bits = (0..<5).reduce(0) { $0 << 1 | (code[$1, 8] ? 1 : 0) } ^ 0b10101
        return (bits >> 3, bits & 7)
    }

    private static func drawing(of code: QRCode) -> String {
        (0..<code.size).map { y in String((0..<code.size).map { code[$0, y] ? "#" : "." }) }.joined(
            separator: "\n")
    }

    // Verified with two independent decoders, and equal to an independent encoder's output for the same mask.
    private static let golden = """
        #######.##....#######
        #.....#...#...#.....#
        #.###.#...###.#.###.#
        #.###.#.#..##.#.###.#
        #.###.#.#..##.#.###.#
        #.....#.#...#.#.....#
        #######.#.#.#.#######
        ........#.#..........
        #...#.#####.######..#
        ##.#...#.##.###....##
        .##..#####..##....##.
        .###.#..#.###..#...##
        ...##.##..##..#####.#
        ........#..##.....#..
        #######.##.#..###....
        #.....#......#####..#
        #.###.#.##..###.##..#
        #.###.#..##.####..###
        #.###.#..##.##..###..
        #.....#....##...#....
        #######.#.##..###.#.#
        """

    private static let goldenOfVersion7 = """
        #######...##.#.#...#.....#..####....#.#######
        #.....#...#.###.##..##..###.#...#..#..#.....#
        #.###.#.###.#...#..#...##..###..##.#..#.###.#
        #.###.#.#..##.#.###..#####...#.#...##.#.###.#
        #.###.#.#..#..##...######...#####.###.#.###.#
        #.....#.###..#.#.#..#...##..#....#....#.....#
        #######.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#######
        ........#.#.####...##...#..###..##.##........
        #.#####..#.#.###.#.#######...#...#....#####..
        #.#.##..#..#....#.##..####.#.####...#...##.##
        ..#..###..#.###....#.##.#.####...###.###.###.
        ....#...#.####.#.#...#.##..#.#..##.#.######..
        ....####..###..#.###.##.##..#.#.......##.##.#
        ....##..###.##..###...#..#.####.#..###.#..###
        #.#.#.#....#..##.##.#####.#.#..##.#.###....#.
        .####...#..#..##.###..##.#.###..#.##########.
        .###..#..#####..####.#.#.#.#...#..##.###....#
        ..##.#.#.#..####.#.#..##.#.#.##....###....#.#
        ##..######..##...####.#######..##.##.#####.#.
        #.#..#.###..###.#.##...#.######.####.####.##.
        ...#######.#..##.########.##...#.#..#####...#
        ...##...#####.##....#...###..####..##...###..
        ..###.#.#.#..###..###.#.#...##.##.###.#.#.##.
        ...##...#.###.##.##.#...###.######..#...###.#
        #.########.....##.########...#.#...#######...
        ###..#..######.#.###.###.#...####...###.....#
        #...#.#####..####.#.#.#..##....#.#####....##.
        ...##..###..#....#.##.######.#..#..#..###.#.#
        #####.#.#..##.######.#..#.##.#.#.#..#.#.#..##
        ##.##..#..#.#.#####.####.#..#####...#.#..#.##
        .##.####..##.##.#.##..#.#.###..#####...#.#.#.
        .#..#....##.###...###.##...####.##.#..##.###.
        ##.##.#.##.#...##..##....##..###.##..#..#....
        ..#.##.#.#...###.####.##...#..##....#.#..#.##
        ....#.#.####..###...##....#....#.#####...#.#.
        .####..#.#.##.#....#...##..##.#.#..##.##.##.#
        #..##.#.#.#.#.##.##.######.....#.#..#####....
        ........####..#.##..#...#...######.##...#####
        #######..##.##.##..##.#.##..#..######.#.#.#..
        #.....#.####...##..##...#..##..###.##...####.
        #.###.#.###.##.#..#.#####....###..########...
        #.###.#.#.....##..####.#.#.######....#..##..#
        #.###.#.####.#....###..#..#.##.########..#.#.
        #.....#..###.#####..#......##.#.######.#.##..
        #######.###..#.......##.##...#.#...##.#....#.
        """
}
