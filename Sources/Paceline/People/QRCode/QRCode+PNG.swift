extension QRCode {
    /// The code as a black-and-white PNG, eight pixels per module.
    public var png: [UInt8] {
        let side = ByteOrder.bigEndian.bytes(Self.pixels * (size + 2 * Self.quietZone), count: 4)
        // One bit per pixel, greyscale, default compression and filter method, not interlaced.
        let header = side + side + [1, 0, 0, 0, 0]
        return PNG.signature + PNG.Chunk(type: "IHDR", data: header[...]).bytes
            + PNG.Chunk(type: "IDAT", data: Self.zlib(rows)[...]).bytes
            + PNG.Chunk(type: "IEND", data: []).bytes
    }

    /// Pixels per module. Eight, so that a module is one byte of each row.
    private static let pixels = 8

    /// The rows of pixels, each after a zero byte for filter type None.
    private var rows: [UInt8] {
        let places = -Self.quietZone..<size + Self.quietZone
        return places.flatMap { y in
            let row = [0] + places.map { x in self[x, y] ? UInt8(0) : .max }
            return repeatElement(row, count: Self.pixels).joined()
        }
    }

    /// The bytes as a zlib stream (RFC 1950) with one stored block (RFC 1951). Uncompressed, at most 34 KB.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let order = ByteOrder.littleEndian
        let length = order.bytes(bytes.count, count: 2) + order.bytes(~bytes.count & 0xFFFF, count: 2)
        return [0x78, 0x01, 0x01] + length + bytes
            + ByteOrder.bigEndian.bytes(adler32(bytes), count: 4)
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        let sums: (UInt32, UInt32) = bytes.reduce((1, 0)) { sums, byte in
            let sum = (sums.0 + UInt32(byte)) % 65_521
            return (sum, (sums.1 + sum) % 65_521)
        }
        return sums.1 << 16 | sums.0
    }
}
