extension QRCode {
    /// The code as a black-and-white PNG, eight pixels per module.
    public var png: [UInt8] {
        let side = ByteOrder.bigEndian.bytes(Self.pixels * (size + 2 * Self.quietZone), count: 4)
        // One bit per pixel, greyscale, default compression and filter method, not interlaced.
        let header = side + side + [1, 0, 0, 0, 0]
        return PNG.signature + PNG.Chunk(type: "IHDR", data: header[...]).bytes
            + PNG.Chunk(type: "IDAT", data: Zlib.stored(rows)[...]).bytes
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
}
