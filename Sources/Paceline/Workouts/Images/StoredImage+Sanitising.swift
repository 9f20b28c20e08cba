extension StoredImage {
    /// Reads a JPEG, PNG or WebP picture and leaves its metadata behind.
    ///
    /// The container is walked and only what a viewer needs to show the picture is kept, so that nothing unknown
    /// gets through: no EXIF (with its place), XMP, IPTC, comments, thumbnails, second pictures, or bytes after the
    /// end. The pixels are not touched, and the way up is kept as the only field of a new EXIF block. Sanitising a
    /// sanitised picture changes nothing.
    ///
    /// - Parameter bytes: the file. Its content decides what it is, never its name.
    /// - Throws: ``SocialError/Code/tooLarge`` beyond ``maxByteCount`` or ``maxPixelCount``,
    ///   ``SocialError/Code/unsupportedMediaType`` when it is none of the three,
    ///   ``SocialError/Code/imageInvalid`` when it is damaged or cut short.
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
            throw SocialError(.unsupportedMediaType, "A picture is a JPEG, a PNG or a WebP file.")
        }
    }

    /// The most pixels that a picture may have, so that no small file unpacks to a huge one: 100 million.
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
    /// What is thrown for a picture whose container does not hold what it announces.
    static let damagedImage = SocialError(.imageInvalid, "That picture is damaged or incomplete.")
}
