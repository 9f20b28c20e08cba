import Foundation
import Testing

@testable import Paceline

@Suite struct ColourProfileTests {
    typealias Build = ProfileBuilder

    @Test func `a wide-gamut profile keeps its colours and nothing else`() throws {
        let profile = try #require(ColourProfile(sanitising: Build.wideGamut))
        #expect(profile.bytes == Build.cleanWideGamut)
        #expect(ColourProfile(sanitising: profile.bytes) == profile)
    }

    @Test func `curves of every form are kept`() {
        let grey = Build.header(filledWith: "SECRET", space: "GRAY")
        let curves =
            [
                Build.element("curv", [0]), Build.element("curv", [1]) + [2, 0x33],
                Build.element("curv", [3]) + [0, 0, 0x40, 0, 0xFF, 0xFF],
            ]
            + [1, 3, 4, 5, 7].enumerated().map { kind, count in
                Build.element("para", [kind << 16] + (1...count))
            }
        for curve in curves {
            let file = Build.file(grey, [("cprt", Build.text("SECRET")), ("kTRC", curve + [9, 9, 9, 9])])
            let expected = Build.file(Build.cleanHeader(space: "GRAY"), [("kTRC", curve)])
            #expect(ColourProfile(sanitising: file)?.bytes == expected)
        }
    }

    @Test func `tables are dropped, and so is a profile that needs them`() throws {
        let table = Build.element("mft1", [0x0403_0200, 1, 2, 3])
        let tables: [Build.Tag] = ["A2B0", "A2B1", "B2A0", "B2A1", "gamt"].map { ($0, table) }
        let printer = Build.header(filledWith: "SECRET", deviceClass: "prtr", space: "CMYK")
        let screen = Build.header(filledWith: "SECRET")
        #expect(ColourProfile(sanitising: Build.file(printer, tables)) == nil)
        #expect(ColourProfile(sanitising: Build.file(screen, tables)) == nil)
        let both = try #require(ColourProfile(sanitising: Build.file(screen, tables + Build.wideGamutTags)))
        #expect(both.bytes == Build.cleanWideGamut)
    }

    @Test func `tags of other colour spaces are dropped`() throws {
        let screen = Build.header(filledWith: "SECRET")
        let others: [Build.Tag] = ["kTRC", "cicp"].map { ($0, Build.element("curv", [0])) }
        let profile = try #require(
            ColourProfile(sanitising: Build.file(screen, others + Build.wideGamutTags)))
        #expect(profile.bytes == Build.cleanWideGamut)
    }

    @Test func `a curve has at most 4,096 entries`() {
        let grey = Build.header(filledWith: "SECRET", space: "GRAY")
        for (count, isKept) in [(4_096, true), (4_097, false)] {
            let curve = Build.element("curv", [count]) + [UInt8](repeating: 7, count: 2 * count)
            let profile = ColourProfile(sanitising: Build.file(grey, [("kTRC", curve)]))
            #expect((profile != nil) == isKept, "\(count)")
        }
    }

    @Test func `reserved bytes of a function carry nothing`() {
        let grey = Build.header(filledWith: "SECRET", space: "GRAY")
        let (odd, clean) = (Build.element("para", [0x5345, 1]), Build.element("para", [0, 1]))
        let expected = Build.file(Build.cleanHeader(space: "GRAY"), [("kTRC", clean)])
        #expect(ColourProfile(sanitising: Build.file(grey, [("kTRC", odd)]))?.bytes == expected)
    }

    @Test func `an unusable profile is dropped`() {
        let (header, tags) = (Build.header(filledWith: "SECRET"), Build.wideGamutTags)
        #expect(ColourProfile(sanitising: Build.file(header, tags)) != nil)
        for index in tags.indices where !["wtpt", "chad"].contains(tags[index].name) {
            var missing = tags
            missing.remove(at: index)
            #expect(ColourProfile(sanitising: Build.file(header, missing)) == nil)
            var disguised = tags
            disguised[index].element = Build.text("SECRET")
            #expect(ColourProfile(sanitising: Build.file(header, disguised)) == nil)
        }
        let link = Build.header(filledWith: "SECRET", deviceClass: "link")
        #expect(ColourProfile(sanitising: Build.file(link, tags)) == nil)
        var strange = header
        strange.replaceSubrange(20..<24, with: "SECR".utf8)
        #expect(ColourProfile(sanitising: Build.file(strange, tags)) == nil)
        let curve = Build.element("curv", [0x7FFF_FFFF])
        let grey = Build.header(filledWith: "SECRET", space: "GRAY")
        #expect(ColourProfile(sanitising: Build.file(grey, [("kTRC", curve)])) == nil)
        let long = Build.wideGamut + [UInt8](repeating: 0, count: ColourProfile.maxByteCount)
        #expect(ColourProfile(sanitising: long) == nil)
        #expect(ColourProfile(sanitising: []) == nil)
    }

    @Test func `a truncated or altered profile never crashes`() {
        for length in Build.cleanWideGamut.indices {
            #expect(ColourProfile(sanitising: Array(Build.cleanWideGamut.prefix(length))) == nil)
        }
        var random = SeededRandom(seed: 1)
        for _ in 0..<5_000 {
            var bytes = Build.wideGamut
            for _ in 0..<3 {
                bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard let profile = ColourProfile(sanitising: bytes) else { continue }
            #expect(ColourProfile(sanitising: profile.bytes) == profile)
        }
    }
}

/// Profiles inside pictures.
@Suite struct PictureProfileTests {
    typealias Build = PictureBuilder

    /// A profile that is longer than a segment of a JPEG until it is sanitised.
    private static let long = ProfileBuilder.file(
        ProfileBuilder.header(filledWith: "PROFILESECRET"),
        [("desc", ProfileBuilder.text(String(repeating: "PROFILESECRET", count: 12_000)))]
            + ProfileBuilder.wideGamutTags)

    private static let start: [UInt8] = [0xFF, 0xD8]
    private static let picture =
        Build.frame(width: 8, height: 8) + Build.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [
            1, 2, 0xFF, 0xD9,
        ]

    private static func parts(of profile: [UInt8], length: Int) -> [[UInt8]] {
        stride(from: 0, to: profile.count, by: length).map { Array(profile[$0...].prefix(length)) }
    }

    @Test func `the segments of a long profile are joined, and written as one`() throws {
        let parts = Self.parts(of: Self.long, length: 40_000)
        let shuffled = [3, 1, 0, 2, 4].filter { $0 < parts.count }.map { index in
            Build.profileSegment(parts[index], UInt8(index + 1), of: UInt8(parts.count))
        }
        #expect(parts.count > 2)
        let image = try StoredImage(sanitising: Self.start + shuffled.joined() + Self.picture)
        let segment = Build.profileSegment(ProfileBuilder.cleanWideGamut)
        #expect(image.bytes == Self.start + segment + Self.picture)
    }

    @Test func `a JPEG with a missing or contradictory part loses its profile`() throws {
        let parts = Self.parts(of: ProfileBuilder.wideGamut, length: 400)
        let count = UInt8(parts.count)
        let segments = parts.enumerated().map { Build.profileSegment($1, UInt8($0 + 1), of: count) }
        let contradictory = Build.profileSegment([1], count, of: count + 1)
        for wrong in [Array(segments.dropFirst()), segments.dropLast() + [contradictory]] {
            let image = try StoredImage(sanitising: Self.start + wrong.joined() + Self.picture)
            #expect(image.bytes == Self.start + Self.picture)
        }
    }

    @Test func `a compressed profile of a PNG is read`() throws {
        let picture = Build.chunk("IDAT", [1]) + Build.chunk("IEND", [])
        let head = Build.pngSignature + Build.header(width: 1, height: 1)
        func png(_ stream: [UInt8]) -> [UInt8] {
            head + Build.chunk("iCCP", Array("Ana’s screen\0\0".utf8) + stream) + picture
        }
        let stream = try #require(Data(base64Encoded: Self.compressedProfile))
        let clean =
            head + Build.chunk("iCCP", Array("icc\0\0".utf8) + Zlib.stored(ProfileBuilder.cleanWideGamut))
            + picture
        #expect(try StoredImage(sanitising: png(Array(stream))).bytes == clean)
        #expect(try StoredImage(sanitising: png(stream.dropLast())).bytes == head + picture)
        #expect(try StoredImage(sanitising: png([])).bytes == head + picture)
        let second = Build.chunk("iCCP", Array("b\0\0".utf8) + stream)
        #expect(
            try StoredImage(sanitising: head + Build.chunk("iCCP", []) + second + picture).bytes == head
                + picture)
    }

    @Test func `a WebP whose profile is dropped does not announce one`() throws {
        let rest = Build.piece("ALPH", [1]) + Build.lossy()
        let bytes = Build.riff(Build.extended(flags: 0x30) + Build.piece("ICCP", Array("SECRET".utf8)) + rest)
        #expect(try StoredImage(sanitising: bytes).bytes == Build.riff(Build.extended(flags: 0x10) + rest))
    }

    /// `ProfileBuilder.cleanWideGamut`, compressed by zlib.
    private static let compressedProfile = """
        eNpjYGBsYAACFiDOzSspCnJ3UoiIjFJgv8DACIRgkJhcXMCAGwBVfbsGUXtZl4F0wFFeUlACpJ8AsUgR0HIg/QPETgezGXlA7CQI\
        WwGsJiTIGcg2AbIV0pHYSUjs5IzEFCA7BMjWAfkHYhXCnQix5vsMDLb7////vxsh5rWfgWGjOQMD106EmIYFA4MgNwPDiZ0FiUWJ\
        YCFmIGZKS2Ng+LScgYE3koFB+AJQT3RxmrERJGR4nBgYWO/9//9ZjYGBfTIDw98J////nfz//+9FQHoxA8NeBQAQqUSc
        """
}

@Suite struct ZlibTests {
    /// Streams of zlib, with a block of each type and with a repetition that contains itself.
    private static let streams: [(base64: String, text: String)] = [
        ("eAEBHgDh/zEgdGltZXMgMSBpcyAxLiAyIHRpbWVzIDIgaXMgNIV9CHY=", products(10).prefix(30).description),
        ("eAEzVCjJzE0tVjBUyAQSegpGUL4RiG+ip2AM5RuD+JZ6CiZQvgmQDwACFBD1", products(10).prefix(60).description),
        (
            """
            eNo9kjFuBTEIRK/iE6wMY3vtA6VIkSq5v8KA5zcreYTgPVhrf98/X7/N2nd8nub37XyPp+G+wfd52rjvkfXrafMGk4HPp60bLAaIivcGb7a\
            MHvsGm8GKIecGh8EOCuvC6jmn98hMWbE664RryWsjmpmQDcUYE03YVtwnsEzkVuhkN8HbKh3Wid9SwDf7ScHSAc65srBT5tymPDw9Bj1cHp\
            4eY7Dus/ba+45+Lg9Pj+kx1+Xh6THf4HN5eHoserg8PD1W1snD0+PNfvLw9Hhzrjy8zkE+yAPpcegBeSA9Dn0hD9Q9OheDzz9UB+ncIGSCu\
            ohx1ZAKZp2YLpALVoU8HiSDlDHwypAN9v0bOF06SB2b/G/+AfGYxsk=
            """, products(39)
        ),
        ("eNpLTBwFo2AUDHcAAPnYevg=", String(repeating: "a", count: 1_000)), ("eNoDAAAAAAE=", ""),
    ]

    private static func products(_ count: Int) -> String {
        (1...count).map { "\($0) times \($0) is \($0 * $0). " }.joined()
    }

    private static func inflated(_ stream: some Sequence<UInt8>, limit: Int = 2_000) -> [UInt8]? {
        do { return try Zlib.inflated(Array(stream)[...], limit: limit) } catch { return nil }
    }

    @Test func `streams of zlib are decompressed`() throws {
        for (base64, text) in Self.streams {
            let stream = try #require(Data(base64Encoded: base64))
            #expect(Self.inflated(stream) == Array(text.utf8))
            #expect(Self.inflated(stream, limit: text.utf8.count) != nil)
            if !text.isEmpty { #expect(Self.inflated(stream, limit: text.utf8.count - 1) == nil) }
        }
    }

    @Test func `stored streams of any length are decompressed`() {
        for count in [0, 1, 65_535, 65_536, 200_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
            #expect(Self.inflated(Zlib.stored(bytes), limit: count) == bytes)
        }
    }

    @Test func `damaged streams are rejected`() throws {
        for (base64, text) in Self.streams {
            let stream = Array(try #require(Data(base64Encoded: base64)))
            for length in stream.indices { #expect(Self.inflated(stream.prefix(length)) == nil) }
            for place in stream.indices {
                for bit in 0..<8 {
                    var damaged = stream
                    damaged[place] ^= 1 << bit
                    // The bits between the last code and the checksum have no meaning.
                    let bytes = Self.inflated(damaged)
                    #expect(bytes == nil || bytes == Array(text.utf8), "bit \(bit) of byte \(place)")
                }
            }
        }
    }
}
