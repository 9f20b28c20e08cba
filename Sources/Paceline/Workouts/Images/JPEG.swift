/// Removes metadata from JPEG files (ITU-T T.81).
struct JPEG {
    /// Start of image, and the first byte of the next marker.
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    private var reader: ByteReader
    private var jfif: [UInt8] = []
    private var orientation: Orientation?
    private var profile = ProfileParts()
    /// The other segments to keep, in file order.
    private var body: [UInt8] = []
    private var hasFrame = false
    private var hasScan = false

    /// - Throws: ``SocialError/Code/imageInvalid`` or ``SocialError/Code/tooLarge``.
    static func sanitised(_ bytes: [UInt8]) throws(SocialError) -> [UInt8] {
        var jpeg = JPEG(reader: ByteReader(bytes[...]))
        _ = try jpeg.reader.take(2)
        jpeg.body.reserveCapacity(bytes.count)
        while try jpeg.readSegment() {}
        guard jpeg.hasFrame, jpeg.hasScan else { throw .damagedImage }
        let exif = jpeg.orientation.map { segment(Marker.app1, Orientation.exifMark + $0.tiff) } ?? []
        let profile = jpeg.profile.joined.flatMap(ColourProfile.init(sanitising:))
        return [0xFF, Marker.start] + jpeg.jfif + exif + (profile.map(segment(of:)) ?? []) + jpeg.body
            + [0xFF, Marker.end]
    }

    private init(reader: ByteReader) {
        self.reader = reader
    }

    /// - Returns: false at the end of the image. Later bytes are dropped.
    private mutating func readSegment() throws(SocialError) -> Bool {
        switch try marker() {
        case Marker.end: return false
        case Marker.start: throw .damagedImage
        case Marker.temporary, Marker.restarts: break
        case let marker:
            let length = try reader.number(bytes: 2, .bigEndian)
            try keep(marker, try reader.take(length - 2))
        }
        return true
    }

    /// A marker is one or more `FF` bytes and a code.
    private mutating func marker() throws(SocialError) -> UInt8 {
        guard try reader.byte() == 0xFF else { throw .damagedImage }
        var code = try reader.byte()
        while code == 0xFF { code = try reader.byte() }
        return code
    }

    private mutating func keep(_ marker: UInt8, _ payload: ArraySlice<UInt8>) throws(SocialError) {
        switch marker {
        case Marker.app0: keepJFIF(payload)
        case Marker.app1: readEXIF(payload)
        case Marker.app2 where payload.starts(with: Mark.colourProfile):
            profile.add(payload.dropFirst(Mark.colourProfile.count))
        case Marker.app14 where payload.starts(with: Mark.adobe):
            append(marker, payload.prefix(Mark.adobeLength))
        case Marker.quantisation, Marker.huffman, Marker.arithmetic, Marker.restartInterval:
            append(marker, payload)
        case Marker.frames: try keepFrame(marker, payload)
        case Marker.scan: try keepScan(payload)
        default: break
        }
    }

    /// Keeps the density and drops the thumbnail.
    private mutating func keepJFIF(_ payload: ArraySlice<UInt8>) {
        guard jfif.isEmpty, payload.starts(with: Mark.jfif), payload.count >= Mark.jfifLength else { return }
        jfif = Self.segment(Marker.app0, payload.prefix(Mark.jfifLength - 2) + [0, 0])
    }

    private mutating func readEXIF(_ payload: ArraySlice<UInt8>) {
        guard orientation == nil, payload.starts(with: Orientation.exifMark) else { return }
        orientation = Orientation(exif: payload)
    }

    private mutating func keepFrame(_ marker: UInt8, _ payload: ArraySlice<UInt8>) throws(SocialError) {
        var frame = ByteReader(payload)
        _ = try frame.byte()
        let height = try frame.number(bytes: 2, .bigEndian)
        let width = try frame.number(bytes: 2, .bigEndian)
        let components = Int(try frame.byte())
        guard !hasFrame, (1...4).contains(components), frame.remaining == 3 * components else {
            throw .damagedImage
        }
        try StoredImage.check(width: width, height: height)
        hasFrame = true
        append(marker, payload)
    }

    /// Keeps a scan's header and its coded data up to the next marker other than a restart.
    private mutating func keepScan(_ payload: ArraySlice<UInt8>) throws(SocialError) {
        guard hasFrame, let components = payload.first, (1...4).contains(components),
            payload.count == 4 + 2 * Int(components)
        else { throw .damagedImage }
        hasScan = true
        append(Marker.scan, payload)
        while true {
            body += try reader.take(upTo: 0xFF)
            let place = reader.position
            let code = try marker()
            guard code == 0 || Marker.restarts.contains(code) else { return try reader.move(to: place) }
            body += [0xFF, code]
        }
    }

    private mutating func append(_ marker: UInt8, _ payload: ArraySlice<UInt8>) {
        body += Self.segment(marker, payload)
    }

    /// The segment of a colour profile. A sanitised one needs no second.
    private static func segment(of profile: ColourProfile) -> [UInt8] {
        segment(Marker.app2, Mark.colourProfile + [1, 1] + profile.bytes)
    }

    private static func segment(_ marker: UInt8, _ payload: some Collection<UInt8>) -> [UInt8] {
        [0xFF, marker] + ByteOrder.bigEndian.bytes(payload.count + 2, count: 2) + payload
    }
}

/// The parts of a colour profile, which is split if it is longer than a segment.
private struct ProfileParts {
    private var parts: [Int: ArraySlice<UInt8>] = [:]
    private var counts: Set<Int> = []

    /// - Parameter part: its number, counted from 1, the number of all parts, and data.
    mutating func add(_ part: ArraySlice<UInt8>) {
        guard let number = part.first, let count = part.dropFirst().first else { return }
        counts.insert(Int(count))
        parts[Int(number)] = parts[Int(number)] ?? part.dropFirst(2)
    }

    /// The profile; nil if a part is missing.
    var joined: [UInt8]? {
        guard counts.count == 1, let count = counts.first, count > 0, parts.count == count else { return nil }
        let inOrder = (1...count).compactMap { parts[$0] }
        return inOrder.count == count ? Array(inOrder.joined()) : nil
    }
}

extension JPEG {
    /// Marker codes.
    private enum Marker {
        static let start: UInt8 = 0xD8
        static let end: UInt8 = 0xD9
        static let temporary: UInt8 = 0x01
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
        static let app0: UInt8 = 0xE0
        static let app1: UInt8 = 0xE1
        static let app2: UInt8 = 0xE2
        static let app14: UInt8 = 0xEE
        static let huffman: UInt8 = 0xC4
        static let arithmetic: UInt8 = 0xCC
        static let quantisation: UInt8 = 0xDB
        static let restartInterval: UInt8 = 0xDD
        static let scan: UInt8 = 0xDA
        /// Includes ``huffman`` and ``arithmetic``: test for those first.
        static let frames: ClosedRange<UInt8> = 0xC0...0xCF
    }

    /// The identifiers at the start of application segments.
    private enum Mark {
        static let jfif = Array("JFIF\0".utf8)
        /// Covers version, density and thumbnail size.
        static let jfifLength = 14
        static let colourProfile = Array("ICC_PROFILE\0".utf8)
        static let adobe = Array("Adobe".utf8)
        static let adobeLength = 12
    }
}
