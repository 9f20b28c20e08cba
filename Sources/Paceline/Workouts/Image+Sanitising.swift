extension Image {
    /// Reads a JPEG, PNG or WebP picture and leaves its metadata behind.
    public init(sanitising bytes: [UInt8]) throws(SocialError) {
        throw SocialError(.imageInvalid, "Not a picture.")
    }
}
