/// An ICC profile (ICC.1:2022), reduced to what converts a picture's colours to those of a screen: the white point, a
/// matrix and curves.
///
/// Other tags name the device, its maker, serial number and owner, or say when the profile was made. Tables of colours
/// could carry any data, so a profile that needs them is dropped, and the picture is shown as sRGB. What remains is
/// written again, so that nothing hides between the tags.
struct ColourProfile: Equatable {
    let bytes: [UInt8]

    /// The longest profile that a picture may have: 4 MB. Those of presses have 2 MB.
    static let maxByteCount = 4 * 1_024 * 1_024

    /// Nil for a profile without usable colours, which programs ignore, too. It does not damage the picture.
    init?(sanitising profile: [UInt8]) {
        do {
            guard profile.count <= Self.maxByteCount, let bytes = try Self.sanitised(profile) else {
                return nil
            }
            self.bytes = bytes
        } catch {
            return nil
        }
    }

    private static func sanitised(_ profile: [UInt8]) throws(SocialError) -> [UInt8]? {
        var reader = ByteReader(profile[...])
        let header = Array(try reader.take(headerLength))
        guard header[36..<40].elementsEqual("acsp".utf8), deviceClasses.contains(signature(header[12..<16])),
            let tags = Self.tags[signature(header[16..<20])],
            connectionSpaces.contains(signature(header[20..<24]))
        else { return nil }
        var elements: [String: [UInt8]] = [:]
        for _ in 0..<(try reader.number(bytes: 4, .bigEndian)) {
            let tag = signature(try reader.take(4))
            let (offset, size) = (
                try reader.number(bytes: 4, .bigEndian), try reader.number(bytes: 4, .bigEndian)
            )
            guard tags.contains(tag), let types = Self.types[tag], elements[tag] == nil else { continue }
            var element = ByteReader(profile[...])
            try element.move(to: offset)
            elements[tag] = try Self.element(try element.take(size), ofTypes: types)
        }
        guard tags.allSatisfy({ optionalTags.contains($0) || elements[$0] != nil }) else { return nil }
        return file(header, tags.compactMap { tag in elements[tag].map { (tag, $0) } })
    }

    private static let headerLength = 128

    /// Those of scanners, screens, printers and colour spaces. Others do not describe a picture.
    private static let deviceClasses: Set<String> = ["scnr", "mntr", "prtr", "spac"]

    /// The spaces to which a profile converts.
    private static let connectionSpaces: Set<String> = ["XYZ ", "Lab "]

    private static func signature(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

// Tags.
extension ColourProfile {
    /// The tags to keep, by colour space, in the order in which they are written.
    private static let tags: [String: [String]] = [
        "RGB ": ["wtpt", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "chad"],
        "GRAY": ["wtpt", "kTRC", "chad"],
    ]

    /// The tags without which colours can be computed.
    private static let optionalTags: Set<String> = ["wtpt", "chad"]

    /// The types of the elements, by tag.
    private static let types: [String: Set<String>] = [
        "wtpt": ["XYZ "], "rXYZ": ["XYZ "], "gXYZ": ["XYZ "], "bXYZ": ["XYZ "], "chad": ["sf32"],
        "rTRC": ["curv", "para"], "gTRC": ["curv", "para"], "bTRC": ["curv", "para"],
        "kTRC": ["curv", "para"],
    ]

    /// The most entries of a curve, which is as many as programs use. More could carry other data.
    private static let longestCurve = 4_096

    /// The element without bytes after its end; nil if it has another type.
    private static func element(
        _ bytes: ArraySlice<UInt8>, ofTypes types: Set<String>
    ) throws(SocialError) -> [UInt8]? {
        var reader = ByteReader(bytes)
        let type = signature(try reader.take(4))
        guard types.contains(type) else { return nil }
        _ = try reader.take(4)
        let length =
            switch type {
            case "XYZ ": 12
            case "sf32": 36
            case "curv": try curveLength(reader)
            default: try parametersLength(reader)
            }
        var element: [UInt8] = type.utf8 + [0, 0, 0, 0] + (try reader.take(length))
        // The two bytes after the kind of the function are reserved.
        if type == "para" { element.replaceSubrange(10..<12, with: [0, 0]) }
        return element
    }

    private static func curveLength(_ reader: ByteReader) throws(SocialError) -> Int {
        var reader = reader
        let count = try reader.number(bytes: 4, .bigEndian)
        guard count <= longestCurve, count <= reader.remaining / 2 else { throw .damagedImage }
        return 4 + 2 * count
    }

    private static func parametersLength(_ reader: ByteReader) throws(SocialError) -> Int {
        var reader = reader
        let kind = try reader.number(bytes: 2, .bigEndian)
        let parameterCounts = [1, 3, 4, 5, 7]
        guard parameterCounts.indices.contains(kind) else { throw .damagedImage }
        return 4 + 4 * parameterCounts[kind]
    }
}

// The new file.
extension ColourProfile {
    private static func file(_ header: [UInt8], _ elements: [(String, [UInt8])]) -> [UInt8] {
        let order = ByteOrder.bigEndian
        let start = headerLength + 4 + 12 * elements.count
        var (table, data) = (order.bytes(elements.count, count: 4), [UInt8]())
        // The three curves are mostly the same element.
        var offsets: [[UInt8]: Int] = [:]
        for (tag, element) in elements {
            let offset = offsets[element] ?? start + data.count
            if offsets.updateValue(offset, forKey: element) == nil {
                data += element + [UInt8](repeating: 0, count: -element.count & 3)
            }
            table += tag.utf8 + order.bytes(offset, count: 4) + order.bytes(element.count, count: 4)
        }
        return self.header(header, size: start + data.count) + table + data
    }

    /// Version, class, colour spaces and rendering intent. The rest is the same for all: the first second of 2000, the
    /// illuminant D50, and zeros for program, platform, maker, model, attributes and checksum.
    private static func header(_ header: [UInt8], size: Int) -> [UInt8] {
        let order = ByteOrder.bigEndian
        let date = [2_000, 1, 1, 0, 0, 0].flatMap { order.bytes($0, count: 2) }
        let intent: [UInt8] = [0, 0, 0, header[67] & 3]
        let illuminant = [0xF6D6, 0x10000, 0xD32D].flatMap { order.bytes($0, count: 4) }
        let zeros = { [UInt8](repeating: 0, count: $0) }
        return order.bytes(size, count: 4) + zeros(4) + header[8..<10] + zeros(2) + header[12..<24] + date
            + "acsp".utf8 + zeros(24) + intent + illuminant + zeros(48)
    }
}
