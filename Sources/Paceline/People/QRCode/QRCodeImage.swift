/// A rendered QR code.
///
/// ```swift
/// let image = try QRCodeImage(of: link.url, as: .png)
/// ```
public struct QRCodeImage: Sendable, Equatable {
    /// The format of the bytes.
    public var format: Format
    /// The encoded image.
    public var bytes: [UInt8]

    /// The output format; its raw value is the media type.
    public enum Format: String, Sendable, CaseIterable {
        /// Scalable.
        case svg = "image/svg+xml"
        /// Eight pixels per module.
        case png = "image/png"
        /// Half-block characters, for terminals with light text on a dark background.
        case text = "text/plain"

        /// The media type without parameters.
        public var mediaType: String { rawValue }
    }

    public init(format: Format, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }

    /// Renders the QR code of a text.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text is longer than 213 bytes of UTF-8.
    public init(of text: String, as format: Format) throws(SocialError) {
        let code = try QRCode(text)
        self.format = format
        switch format {
        case .svg: bytes = Array(code.svg.utf8)
        case .png: bytes = code.png
        case .text: bytes = Array(code.text.utf8)
        }
    }
}
