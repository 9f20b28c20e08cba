import CZlib

extension Canvas {
    /// The picture as a PNG file (W3C PNG, third edition): 24 bits a pixel, compressed.
    func png() throws -> [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Bit depth 8, colour type 2 (RGB), then compression, filter and interlace method 0.
        let header = Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [8, 2, 0, 0, 0]
        return signature + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", try Self.compressed(filtered)) + Self.chunk("IEND", [])
    }

    /// The rows with the filter “Up”, which stores differences to the row above: small numbers in these pictures.
    private var filtered: [UInt8] {
        let stride = width * 3
        return [UInt8](unsafeUninitializedCapacity: (stride + 1) * height) { output, count in
            bytes.withUnsafeBufferPointer { input in
                for y in 0..<height {
                    let (row, start) = (y * stride, y * (stride + 1))
                    output[start] = 2
                    for x in 0..<stride {
                        output[start + 1 + x] = y == 0 ? input[x] : input[row + x] &- input[row - stride + x]
                    }
                }
            }
            count = (stride + 1) * height
        }
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        let checksum = UInt32(truncatingIfNeeded: crc32(0, body, uInt(body.count)))
        return bytes(UInt32(data.count)) + body + bytes(checksum)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        var status = Z_OK
        let result = [UInt8](unsafeUninitializedCapacity: Int(count)) { output, written in
            status = compress2(output.baseAddress, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
            written = status == Z_OK ? Int(count) : 0
        }
        guard status == Z_OK else { throw CompressionFailure(code: status) }
        return result
    }
}

/// An unexpected error of zlib.
struct CompressionFailure: Error {
    let code: Int32
}
