/// zlib streams (RFC 1950), as PNG contains them.
enum Zlib {
    /// The bytes as a stream of stored blocks (RFC 1951), which is as long as the bytes.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = ByteOrder.littleEndian.bytes(block.count, count: 2)
            stream += [rest.isEmpty ? 1 : 0] + length + length.map { ~$0 } + block
        } while !rest.isEmpty
        return stream + adler32(bytes)
    }

    /// Decompresses a stream.
    /// - Parameter limit: the most bytes it may give. Protects against decompression bombs.
    /// - Throws: ``SocialError/Code/imageInvalid`` when it is damaged or longer than the limit.
    static func inflated(_ stream: ArraySlice<UInt8>, limit: Int) throws(SocialError) -> [UInt8] {
        var reader = ByteReader(stream)
        let (method, flags) = (Int(try reader.byte()), Int(try reader.byte()))
        // Method 8 is Deflate; bit 5 announces a dictionary, which PNG doesn't have.
        guard method & 0x0F == 8, flags & 0x20 == 0, (method << 8 | flags) % 31 == 0 else {
            throw .damagedImage
        }
        var inflater = Inflater(reader, limit: limit)
        let bytes = try inflater.bytes()
        var end = inflater.reader
        guard try end.take(4).elementsEqual(adler32(bytes)) else { throw .damagedImage }
        return bytes
    }

    private static func adler32(_ bytes: [UInt8]) -> [UInt8] {
        let sums: (UInt32, UInt32) = bytes.reduce((1, 0)) { sums, byte in
            let sum = (sums.0 + UInt32(byte)) % 65_521
            return (sum, (sums.1 + sum) % 65_521)
        }
        return ByteOrder.bigEndian.bytes(sums.1 << 16 | sums.0, count: 4)
    }
}
