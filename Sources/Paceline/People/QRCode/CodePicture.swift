/// A QR code in a form that is shown as it is.
public struct CodePicture: Sendable, Equatable {
    public var format: Format
    public var bytes: [UInt8]

    public enum Format: String, Sendable, CaseIterable {
        /// Scaled by whoever shows it.
        case svg = "image/svg+xml"
        /// Eight pixels a module.
        case png = "image/png"
        /// Half blocks for a terminal of light letters on a dark ground.
        case text = "text/plain"

        /// The media type without parameters.
        public var mediaType: String { rawValue }
    }

    public init(format: Format, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }

    /// Draws the code of a text.
    /// - Throws: ``SocialError/Code/tooLarge`` when the text has more than 213 bytes.
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
