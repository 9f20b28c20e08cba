/// Removes metadata from WebP files (RFC 9649).
enum WebP {
    static func isSignature(of bytes: [UInt8]) -> Bool {
        bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    }

    /// - Throws: ``SocialError/Code/imageInvalid`` or ``SocialError/Code/tooLarge``.
    static func sanitised(_ bytes: [UInt8]) throws(SocialError) -> [UInt8] {
        var file = ByteReader(bytes[...])
        _ = try file.take(4)
        var reader = ByteReader(try file.take(try file.number(bytes: 4, .littleEndian)))
        _ = try reader.take(4)
        let first = try Chunk(from: &reader)
        guard first.type == "VP8X" else {
            try checkPicture(first)
            return riff(first.bytes)
        }
        return try sanitisedExtended(first, reader: &reader)
    }

    /// Sanitises the extended format: a header and chunks with one picture, or one per frame.
    private static func sanitisedExtended(
        _ header: Chunk, reader: inout ByteReader
    ) throws(SocialError) -> [UInt8] {
        var (body, orientation, hasPicture): ([UInt8], Orientation?, Bool) = ([], nil, false)
        var profile: ColourProfile?
        while reader.remaining > 0 {
            let chunk = try Chunk(from: &reader)
            switch chunk.type {
            case "ICCP": profile = profile ?? ColourProfile(sanitising: Array(chunk.data))
            case "ANIM", "ALPH": body += chunk.bytes
            case "VP8 ", "VP8L", "ANMF":
                body += chunk.type == "ANMF" ? try frame(chunk).bytes : try picture(chunk).bytes
                hasPicture = true
            case "EXIF": orientation = orientation ?? Orientation(exif: chunk.data)
            default: break
            }
        }
        guard hasPicture else { throw .damagedImage }
        let exif = orientation.map { Chunk(type: "EXIF", data: $0.tiff[...]).bytes } ?? []
        let colours = profile.map { Chunk(type: "ICCP", data: $0.bytes[...]).bytes } ?? []
        let flags = (orientation == nil ? 0 : Flag.exif) | (profile == nil ? 0 : Flag.profile)
        return riff(try reducedHeader(of: header, adding: flags).bytes + colours + body + exif)
    }

    /// The extended header with the flags of the chunks that remain.
    private static func reducedHeader(of chunk: Chunk, adding added: UInt8) throws(SocialError) -> Chunk {
        guard chunk.data.count == 10 else { throw .damagedImage }
        var reader = ByteReader(chunk.data)
        let flags = try reader.byte() & (Flag.alpha | Flag.animation) | added
        _ = try reader.take(3)
        let width = try reader.number(bytes: 3, .littleEndian) + 1
        let height = try reader.number(bytes: 3, .littleEndian) + 1
        try StoredImage.check(width: width, height: height)
        return Chunk(type: chunk.type, data: [flags, 0, 0, 0] + chunk.data.suffix(6))
    }

    private enum Flag {
        static let animation: UInt8 = 0x02
        static let exif: UInt8 = 0x08
        static let alpha: UInt8 = 0x10
        static let profile: UInt8 = 0x20
    }

    /// An animation frame, reduced to its picture.
    private static func frame(_ chunk: Chunk) throws(SocialError) -> Chunk {
        var reader = ByteReader(chunk.data)
        var data = Array(try reader.take(16))
        while reader.remaining > 0 {
            let part = try Chunk(from: &reader)
            if part.type == "ALPH" { data += part.bytes }
            if part.type == "VP8 " || part.type == "VP8L" { data += try picture(part).bytes }
        }
        return Chunk(type: chunk.type, data: data[...])
    }

    private static func picture(_ chunk: Chunk) throws(SocialError) -> Chunk {
        try checkPicture(chunk)
        return chunk
    }

    private static func checkPicture(_ chunk: Chunk) throws(SocialError) {
        var reader = ByteReader(chunk.data)
        switch chunk.type {
        case "VP8 ":
            let tag = try reader.byte()
            _ = try reader.take(2)
            // Bit 0 is set in interframes; a still picture must be a key frame.
            guard tag & 1 == 0, try reader.take(3).elementsEqual([0x9D, 0x01, 0x2A]) else {
                throw .damagedImage
            }
            let width = try reader.number(bytes: 2, .littleEndian) & 0x3FFF
            let height = try reader.number(bytes: 2, .littleEndian) & 0x3FFF
            try StoredImage.check(width: width, height: height)
        case "VP8L":
            guard try reader.byte() == 0x2F else { throw .damagedImage }
            let sizes = try reader.number(bytes: 4, .littleEndian)
            try StoredImage.check(width: sizes & 0x3FFF + 1, height: sizes >> 14 & 0x3FFF + 1)
        default: throw .damagedImage
        }
    }

    private static func riff(_ chunks: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + ByteOrder.littleEndian.bytes(chunks.count + 4, count: 4) + Array("WEBP".utf8)
            + chunks
    }
}

extension WebP {
    /// A RIFF chunk: a four-character type, the length, the data, and a padding byte after an odd length.
    private struct Chunk {
        let type: String
        let data: ArraySlice<UInt8>

        init(type: String, data: ArraySlice<UInt8>) {
            self.type = type
            self.data = data
        }

        init(from reader: inout ByteReader) throws(SocialError) {
            type = String(decoding: try reader.take(4), as: UTF8.self)
            data = try reader.take(try reader.number(bytes: 4, .littleEndian))
            // Some encoders omit the padding at the end of the file.
            if data.count % 2 == 1, reader.remaining > 0 { _ = try reader.byte() }
        }

        var bytes: [UInt8] {
            type.utf8 + ByteOrder.littleEndian.bytes(data.count, count: 4) + data
                + (data.count % 2 == 1 ? [0] : [])
        }
    }
}
