/// A stored picture, without metadata.
///
/// ```swift
/// let avatar = try await session.avatar(of: .username("mira"))
/// let data = Data(avatar.bytes)
/// ```
public struct StoredImage: Sendable, Equatable {
    /// The format of the bytes.
    public var format: Format
    /// The encoded image.
    public var bytes: [UInt8]

    public init(format: Format, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }

    /// The file format; its raw value is the media type.
    public enum Format: String, Sendable, CaseIterable {
        /// JPEG.
        case jpeg = "image/jpeg"
        /// PNG.
        case png = "image/png"
        /// WebP.
        case webP = "image/webp"

        /// The media type, such as `image/jpeg`.
        public var mediaType: String { rawValue }
    }

    /// The largest accepted file, in bytes: 15 MB.
    public static let maxByteCount = 15 * 1_024 * 1_024
}
