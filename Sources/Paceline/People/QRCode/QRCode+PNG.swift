extension QRCode {
    /// The code as a PNG picture in black and white, eight pixels a module.
    public var png: [UInt8] {
        let side = ByteOrder.bigEndian.bytes(Self.pixels * (size + 2 * Self.quietZone), count: 4)
        // One bit a pixel, grey, neither filtered by anything unusual nor interlaced.
        let header = side + side + [1, 0, 0, 0, 0]
        return PNG.signature + PNG.Chunk(type: "IHDR", data: header[...]).bytes
            + PNG.Chunk(type: "IDAT", data: Self.zlib(rows)[...]).bytes
            + PNG.Chunk(type: "IEND", data: []).bytes
    }

    /// As many as a byte holds, so that each module is one byte of its row.
    private static let pixels = 8

    /// The rows of pixels, each led by the number of its filter, which is none.
    private var rows: [UInt8] {
        let places = -Self.quietZone..<size + Self.quietZone
        return places.flatMap { y in
            let row = [0] + places.map { x in self[x, y] ? UInt8(0) : .max }
            return repeatElement(row, count: Self.pixels).joined()
        }
    }

    /// The bytes as a zlib stream of one block (RFC 1950, 1951), stored as they are: at most 34 KB, and no need to be
    /// smaller.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let order = ByteOrder.littleEndian
        let length = order.bytes(bytes.count, count: 2) + order.bytes(~bytes.count & 0xFFFF, count: 2)
        return [0x78, 0x01, 0x01] + length + bytes
            + ByteOrder.bigEndian.bytes(adler32(bytes), count: 4)
    }

    private static func adler32(_ bytes: [UInt8]) -> Int {
        let sums = bytes.reduce((1, 0)) { sums, byte in
            let sum = (sums.0 + Int(byte)) % 65_521
            return (sum, (sums.1 + sum) % 65_521)
        }
        return sums.1 << 16 | sums.0
    }
}
