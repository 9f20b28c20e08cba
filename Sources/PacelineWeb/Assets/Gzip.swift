import CZlib
import Hummingbird

/// Compresses assets and pages with gzip (RFC 1952).
enum Gzip {
    /// An unexpected zlib error.
    struct Failure: Error {
        let code: Int32
    }

    /// Adding 16 to the window bits makes zlib write a gzip header and checksum.
    private static let format: Int32 = 16 + MAX_WBITS

    /// - Parameter level: from 1, fast, to 9, small.
    static func compress(_ bytes: [UInt8], level: Int32 = Z_BEST_COMPRESSION) throws -> [UInt8] {
        var stream = z_stream()
        let begun = deflateInit2_(
            &stream, level, Z_DEFLATED, format, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { throw Failure(code: begun) }
        defer { deflateEnd(&stream) }
        var input = bytes
        return try input.withUnsafeMutableBufferPointer { input in
            let most = Int(deflateBound(&stream, uLong(input.count)))
            return try [UInt8](unsafeUninitializedCapacity: most) { output, count in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(most)
                let ended = deflate(&stream, Z_FINISH)
                guard ended == Z_STREAM_END else { throw Failure(code: ended) }
                count = Int(stream.total_out)
            }
        }
    }
}

extension Request {
    var acceptsGzip: Bool { headers[.acceptEncoding]?.contains("gzip") == true }
}
