/// A small picture built byte by byte: a WebP, whose container has no checksums.
enum Pictures {
    /// 64 × 48 pixels.
    static func webP(_ pixel: UInt8 = 0) -> [UInt8] {
        let frame: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 64, 0, 48, 0]
        let pixels = frame + [UInt8](repeating: pixel, count: 34)
        return "RIFF".utf8 + size(pixels.count + 12) + "WEBPVP8 ".utf8 + size(pixels.count) + pixels
    }

    private static func size(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
