/// Removes metadata from PNG files (W3C PNG, third edition).
enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The chunks needed to display the picture or animation in its colours, besides the colour profile. All others are
    /// dropped.
    private static let kept: Set<String> = [
        "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs", "acTL", "fcTL",
        "fdAT",
    ]

    /// - Throws: ``SocialError/Code/imageInvalid`` or ``SocialError/Code/tooLarge``.
    static func sanitised(_ bytes: [UInt8]) throws(SocialError) -> [UInt8] {
        var reader = ByteReader(bytes[...])
        _ = try reader.take(signature.count)
        let header = try Chunk(from: &reader)
        try check(header)
        var (body, orientation, hasPixels): ([UInt8], Orientation?, Bool) = ([], nil, false)
        var hasProfile = false
        body.reserveCapacity(bytes.count)
        while true {
            let chunk = try Chunk(from: &reader)
            // Only the first, since decompressing many would be costly.
            if chunk.type == "iCCP", !hasProfile {
                hasProfile = true
                body += profile(in: chunk)?.bytes ?? []
            }
            if kept.contains(chunk.type) { body += chunk.bytes } else { try checkDispensable(chunk) }
            if chunk.type == "eXIf" { orientation = orientation ?? Orientation(exif: chunk.data) }
            if chunk.type == "IDAT" { hasPixels = true }
            if chunk.type == "IEND" { break }
        }
        guard hasPixels else { throw .damagedImage }
        let exif = orientation.map { Chunk(type: "eXIf", data: $0.tiff[...]).bytes } ?? []
        return signature + header.bytes + exif + body
    }

    private static func check(_ header: Chunk) throws(SocialError) {
        guard header.type == "IHDR", header.data.count == 13 else { throw .damagedImage }
        var reader = ByteReader(header.data)
        let width = try reader.number(bytes: 4, .bigEndian)
        let height = try reader.number(bytes: 4, .bigEndian)
        try StoredImage.check(width: width, height: height)
    }

    /// The chunk with a sanitised profile under a neutral name; nil if the profile cannot be read.
    private static func profile(in chunk: Chunk) -> Chunk? {
        do {
            var reader = ByteReader(chunk.data)
            _ = try reader.take(upTo: 0)
            // The name's end, and the only compression method.
            guard try reader.take(2).elementsEqual([0, 0]) else { return nil }
            let bytes = try Zlib.inflated(
                try reader.take(reader.remaining), limit: ColourProfile.maxByteCount)
            return ColourProfile(sanitising: bytes).map { profile in
                Chunk(type: chunk.type, data: ("icc\0\0".utf8 + Zlib.stored(profile.bytes))[...])
            }
        } catch {
            return nil
        }
    }

    /// An upper-case first letter marks a critical chunk, which cannot be dropped.
    private static func checkDispensable(_ chunk: Chunk) throws(SocialError) {
        guard let first = chunk.type.utf8.first, first & 0x20 != 0 else { throw .damagedImage }
    }
}

extension PNG {
    /// A PNG chunk: the length, a four-letter type, the data, and a checksum over type and data.
    struct Chunk {
        let type: String
        let data: ArraySlice<UInt8>

        init(type: String, data: ArraySlice<UInt8>) {
            self.type = type
            self.data = data
        }

        init(from reader: inout ByteReader) throws(SocialError) {
            let length = try reader.number(bytes: 4, .bigEndian)
            let name = try reader.take(4)
            data = try reader.take(length)
            let checksum = try reader.take(4)
            type = String(decoding: name, as: UTF8.self)
            guard name.allSatisfy(Self.isLetter), checksum.elementsEqual(self.checksum) else {
                throw .damagedImage
            }
        }

        var bytes: [UInt8] {
            ByteOrder.bigEndian.bytes(data.count, count: 4) + type.utf8 + data + checksum
        }

        private var checksum: [UInt8] {
            var sum = CRC32()
            sum.add(type.utf8)
            sum.add(data)
            return ByteOrder.bigEndian.bytes(sum.value, count: 4)
        }

        private static func isLetter(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & ~0x20)
        }
    }
}

/// CRC-32 with the polynomial of ISO 3309, as used by PNG.
struct CRC32 {
    private var state: UInt32 = .max

    var value: UInt32 { ~state }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
}
