/// Pictures built byte by byte: WebP, whose container has no checksums.
enum Pictures {
    /// A picture of 64 × 48.
    static let small = picture(byteCount: 64)

    /// A picture of so many bytes.
    /// - Parameter byteCount: even, and at least 40.
    static func picture(byteCount: Int) -> [UInt8] {
        let frame: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 64, 0, 48, 0]
        let pixels = frame + [UInt8](repeating: 0, count: byteCount - 20 - frame.count)
        return "RIFF".utf8 + size(byteCount - 8) + "WEBPVP8 ".utf8 + size(pixels.count) + pixels
    }

    private static func size(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
