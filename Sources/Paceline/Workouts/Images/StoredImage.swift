/// A picture as it is stored and served: without metadata.
public struct StoredImage: Sendable, Equatable {
    public var format: Format
    public var bytes: [UInt8]

    public init(format: Format, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }

    public enum Format: String, Sendable, CaseIterable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case webP = "image/webp"

        public var mediaType: String { rawValue }
    }

    /// The largest picture taken: 15 MB.
    public static let maxByteCount = 15 * 1_024 * 1_024
}
