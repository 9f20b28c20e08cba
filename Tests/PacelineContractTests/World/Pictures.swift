/// Images built byte by byte, in WebP, whose container has no checksums.
enum Pictures {
    static let secret = "GPS 46.05 N 14.51 E"

    /// A small image with a location in its metadata.
    static let withPlace = file(
        extended(flags: 0x08) + pixels(byteCount: 16) + chunk("EXIF", Array("Exif\0\0\(secret)".utf8)))

    /// A small image without metadata.
    static let plain = file(pixels(byteCount: 20))

    /// An image of the given size.
    /// - Parameter byteCount: an even number, at least 64.
    static func picture(byteCount: Int) -> [UInt8] { file(pixels(byteCount: byteCount - 20)) }

    /// A truncated image.
    static let cutShort = Array(plain.dropLast(4))

    private static func extended(flags: UInt8) -> [UInt8] {
        chunk("VP8X", [flags, 0, 0, 0] + [63, 0, 0] + [47, 0, 0])
    }

    /// The frame header of a lossy 64 × 48 image, padded with zeros.
    private static func pixels(byteCount: Int) -> [UInt8] {
        let header: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 64, 0, 48, 0]
        return chunk("VP8 ", header + [UInt8](repeating: 0, count: byteCount - header.count))
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        type.utf8 + littleEndian(data.count) + data + (data.count % 2 == 1 ? [0] : [])
    }

    private static func file(_ chunks: [UInt8]) -> [UInt8] {
        "RIFF".utf8 + littleEndian(chunks.count + 4) + "WEBP".utf8 + chunks
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

extension [UInt8] {
    func contains(text: String) -> Bool {
        let bytes = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: bytes) }
    }
}
