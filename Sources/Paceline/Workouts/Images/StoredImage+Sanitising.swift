extension StoredImage {
    /// Reads a JPEG, PNG or WebP file and removes its metadata.
    ///
    /// Keeps only the parts of the file needed for display and drops everything else: EXIF with its location, XMP,
    /// IPTC, comments, thumbnails, further pictures, and bytes after the end. Pixels stay unchanged. The orientation is
    /// kept in a new EXIF block, and of a colour profile what converts colours. Sanitising twice gives the same bytes.
    ///
    /// - Parameter bytes: the file. Its format is determined by content.
    /// - Throws: ``SocialError/Code/tooLarge`` beyond ``maxByteCount`` or ``maxPixelCount``,
    ///   ``SocialError/Code/unsupportedMediaType`` for other formats,
    ///   ``SocialError/Code/imageInvalid`` when it is damaged or truncated.
    public init(sanitising bytes: [UInt8]) throws(SocialError) {
        guard bytes.count <= StoredImage.maxByteCount else {
            throw SocialError(
                .tooLarge, "A picture has at most \(StoredImage.maxByteCount / 1_048_576) MB.")
        }
        if bytes.starts(with: JPEG.signature) {
            self.init(format: .jpeg, bytes: try JPEG.sanitised(bytes))
        } else if bytes.starts(with: PNG.signature) {
            self.init(format: .png, bytes: try PNG.sanitised(bytes))
        } else if WebP.isSignature(of: bytes) {
            self.init(format: .webP, bytes: try WebP.sanitised(bytes))
        } else {
            throw SocialError(.unsupportedMediaType, "Use a JPEG, PNG or WebP picture.")
        }
    }

    /// The most pixels a picture may have: 100 million. Protects against decompression bombs.
    public static let maxPixelCount = 100_000_000

    /// - Throws: ``SocialError/Code/imageInvalid`` or ``SocialError/Code/tooLarge``.
    static func check(width: Int, height: Int) throws(SocialError) {
        guard width > 0, height > 0 else { throw .damagedImage }
        guard width <= maxPixelCount / height else {
            throw SocialError(.tooLarge, "A picture has at most \(maxPixelCount / 1_000_000) megapixels.")
        }
    }
}

extension SocialError {
    /// Thrown when the container is malformed or truncated.
    static let damagedImage = SocialError(.imageInvalid, "That picture is damaged or incomplete.")
}
