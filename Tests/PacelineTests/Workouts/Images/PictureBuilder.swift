@testable import Paceline

/// Small pictures, built byte by byte, full of metadata that must be removed.
enum PictureBuilder {
    static let secrets = [
        "GPSSECRET", "XMPSECRET", "COMMENTSECRET", "THUMBSECRET", "TRAILSECRET", "MAKERSECRET",
        "PROFILESECRET",
    ]

    /// A TIFF block with orientation, maker, GPS directory and thumbnail.
    static func tiff(orientation: Int?, _ order: ByteOrder = .littleEndian) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            order.bytes(tag, count: 2) + order.bytes(type, count: 2) + order.bytes(count, count: 4) + value
        }
        var entries = [entry(0x010F, 2, 11, order.bytes(100, count: 4))]
        if let orientation {
            entries.append(entry(0x0112, 3, 1, order.bytes(orientation, count: 2) + [0, 0]))
        }
        entries.append(entry(0x8825, 4, 1, order.bytes(64, count: 4)))
        let mark = order == .bigEndian ? "MM" : "II"
        return Array(mark.utf8) + order.bytes(42, count: 2) + order.bytes(8, count: 4)
            + order.bytes(entries.count, count: 2) + entries.joined() + order.bytes(0, count: 4)
            + Array("GPSSECRET 46.05 N 14.5 E MAKERSECRET THUMBSECRET".utf8)
    }
}

// MARK: JPEG

extension PictureBuilder {
    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker] + ByteOrder.bigEndian.bytes(payload.count + 2, count: 2) + payload
    }

    /// Entropy-coded data with stuffed `FF` bytes and restart markers.
    static let scans: [[UInt8]] = [
        [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56, 0xFF, 0xD1, 0x78, 0xFF, 0x00],
        [0x9A, 0xFF, 0x00, 0xBC, 0xFF, 0xD7, 0xDE],
    ]

    /// A segment with a part of a colour profile.
    static func profileSegment(_ part: [UInt8], _ number: UInt8 = 1, of count: UInt8 = 1) -> [UInt8] {
        segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + part)
    }

    static func frame(width: Int, height: Int, marker: UInt8 = 0xC2) -> [UInt8] {
        let order = ByteOrder.bigEndian
        return segment(
            marker, [8] + order.bytes(height, count: 2) + order.bytes(width, count: 2) + [1, 1, 0x11, 0])
    }

    /// A progressive JPEG with two scans and metadata wherever cameras and editors put it.
    static func jpeg(
        orientation: Int? = 6, order: ByteOrder = .bigEndian, width: Int = 640, height: Int = 480
    ) -> [UInt8] {
        let jfif = Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 1, 1] + Array("THUMBSECRET".utf8)
        let photoshop = Array("Photoshop 3.0\0".utf8) + Array("COMMENTSECRET".utf8)
        let second = Array("MPF\0GPSSECRET".utf8)
        let before: [[UInt8]] = [
            [0xFF, 0xD8], segment(0xE0, jfif), segment(0xE0, Array("JFXX\0THUMBSECRET".utf8)),
            segment(0xE1, Array("Exif\0\0".utf8) + tiff(orientation: orientation, order)),
            segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0XMPSECRET".utf8)),
            profileSegment(ProfileBuilder.wideGamut), segment(0xE2, second), segment(0xED, photoshop),
            segment(0xFE, Array("COMMENTSECRET".utf8)),
            segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1] + Array("MAKERSECRET".utf8)), tables,
            frame(width: width, height: height),
        ]
        let between = segment(0xFE, Array("COMMENTSECRET".utf8)) + segment(0xC4, [0x10, 5, 6])
        let after = [0xFF, 0xD9] + Array("TRAILSECRET".utf8) + [0xFF, 0xD8, 0xFF, 0xE1]
        return Array(before.joined()) + scan(scans[0]) + between + scan(scans[1]) + after
    }

    /// The expected result of sanitising ``jpeg(orientation:order:width:height:)``.
    static func cleanJPEG(orientation: Int?) -> [UInt8] {
        let jfif = Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0]
        let exif = orientation.flatMap { Orientation(tiff: tiff(orientation: $0)[...]) }
        let parts: [[UInt8]] = [
            [0xFF, 0xD8], segment(0xE0, jfif),
            exif.map { segment(0xE1, Array("Exif\0\0".utf8) + $0.tiff) } ?? [],
            profileSegment(ProfileBuilder.cleanWideGamut),
            segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]),
            tables,
            frame(width: 640, height: 480), scan(scans[0]), segment(0xC4, [0x10, 5, 6]), scan(scans[1]),
            [0xFF, 0xD9],
        ]
        return Array(parts.joined())
    }

    private static let tables =
        segment(0xDB, [0] + (1...64).map { UInt8($0) }) + segment(0xC4, [0, 1, 2, 3]) + segment(0xDD, [0, 4])

    private static func scan(_ data: [UInt8]) -> [UInt8] { segment(0xDA, [1, 1, 0, 0, 63, 0]) + data }
}

// MARK: PNG

extension PictureBuilder {
    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        var sum = CRC32()
        sum.add(type.utf8)
        sum.add(data)
        let order = ByteOrder.bigEndian
        return order.bytes(data.count, count: 4) + type.utf8 + data + order.bytes(Int(sum.value), count: 4)
    }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func header(width: Int, height: Int) -> [UInt8] {
        let order = ByteOrder.bigEndian
        return chunk("IHDR", order.bytes(width, count: 4) + order.bytes(height, count: 4) + [8, 2, 0, 0, 0])
    }

    /// The chunks for display, without the header.
    static let pngPicture = pngPicture(
        profile: chunk("iCCP", Array("icc\0\0".utf8) + Zlib.stored(ProfileBuilder.cleanWideGamut)))

    private static func pngPicture(profile: [UInt8]) -> [UInt8] {
        chunk("gAMA", [0, 0, 177, 143]) + profile + chunk("IDAT", [1, 2, 3, 0xFF])
            + chunk("IDAT", [4, 5, 6]) + chunk("IEND", [])
    }

    static func png(orientation: Int? = 6, width: Int = 640, height: Int = 480) -> [UInt8] {
        let text =
            chunk("tEXt", Array("Author\0COMMENTSECRET".utf8))
            + chunk("iTXt", Array("XML:com.adobe.xmp\0XMPSECRET".utf8))
        let exif = chunk("eXIf", tiff(orientation: orientation)) + chunk("tIME", [7, 230, 1, 1, 1, 1, 1])
        let profile = chunk(
            "iCCP", Array("PROFILESECRET\0\0".utf8) + Zlib.stored(ProfileBuilder.wideGamut))
        return pngSignature + header(width: width, height: height) + text
            + pngPicture(profile: profile).dropLast(12) + exif
            + chunk("IEND", []) + Array("TRAILSECRET".utf8)
    }

    static func cleanPNG(orientation: Int?) -> [UInt8] {
        let exif = orientation.flatMap { Orientation(tiff: tiff(orientation: $0)[...]) }
        return pngSignature + header(width: 640, height: 480) + (exif.map { chunk("eXIf", $0.tiff) } ?? [])
            + pngPicture
    }
}

// MARK: WebP

extension PictureBuilder {
    static func piece(_ type: String, _ data: [UInt8]) -> [UInt8] {
        type.utf8 + ByteOrder.littleEndian.bytes(data.count, count: 4) + data
            + (data.count % 2 == 1 ? [0] : [])
    }

    static func riff(_ chunks: [UInt8]) -> [UInt8] {
        "RIFF".utf8 + ByteOrder.littleEndian.bytes(chunks.count + 4, count: 4) + "WEBP".utf8 + chunks
    }

    static func lossy(width: Int = 640, height: Int = 480) -> [UInt8] {
        let order = ByteOrder.littleEndian
        let size = order.bytes(width, count: 2) + order.bytes(height, count: 2)
        return piece("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + size + [1, 2, 3])
    }

    static func lossless(width: Int = 640, height: Int = 480) -> [UInt8] {
        piece(
            "VP8L",
            [0x2F] + ByteOrder.littleEndian.bytes((width - 1) | (height - 1) << 14, count: 4) + [9, 8, 7])
    }

    static func extended(flags: UInt8, width: Int = 640, height: Int = 480) -> [UInt8] {
        let order = ByteOrder.littleEndian
        return piece(
            "VP8X", [flags, 0, 0, 0] + order.bytes(width - 1, count: 3) + order.bytes(height - 1, count: 3))
    }

    static func webP(orientation: Int? = 6, width: Int = 640, height: Int = 480) -> [UInt8] {
        riff(
            extended(flags: 0x3C, width: width, height: height) + piece("ICCP", ProfileBuilder.wideGamut)
                + piece("ALPH", [1, 2, 3]) + lossy(width: width, height: height)
                + piece("MAKE", Array("MAKERSECRET".utf8))
                + piece("EXIF", Array("Exif\0\0".utf8) + tiff(orientation: orientation))
                + piece("XMP ", Array("XMPSECRET".utf8))) + Array("TRAILSECRET".utf8)
    }

    static func cleanWebP(orientation: Int?) -> [UInt8] {
        let exif = orientation.flatMap { Orientation(tiff: tiff(orientation: $0)[...]) }
        return riff(
            extended(flags: exif == nil ? 0x30 : 0x38) + piece("ICCP", ProfileBuilder.cleanWideGamut)
                + piece("ALPH", [1, 2, 3])
                + lossy() + (exif.map { piece("EXIF", $0.tiff) } ?? []))
    }

    /// An animation with metadata inside a frame.
    static let animation = riff(
        extended(flags: 0x0E) + piece("ANIM", [0, 0, 0, 0, 0, 0])
            + piece("ANMF", frameHeader + lossless() + piece("MAKE", Array("MAKERSECRET".utf8)))
            + piece("ANMF", frameHeader + piece("ALPH", [5]) + lossy()))

    static let cleanAnimation = riff(
        extended(flags: 0x02) + piece("ANIM", [0, 0, 0, 0, 0, 0]) + piece("ANMF", frameHeader + lossless())
            + piece("ANMF", frameHeader + piece("ALPH", [5]) + lossy()))

    private static let frameHeader = [UInt8](repeating: 0, count: 16)
}
