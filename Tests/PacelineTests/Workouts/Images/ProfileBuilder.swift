@testable import Paceline

/// Colour profiles, built byte by byte.
enum ProfileBuilder {
    typealias Tag = (name: String, element: [UInt8])

    private static let order = ByteOrder.bigEndian

    /// An element whose data are numbers of 32 bits.
    static func element(_ type: String, _ numbers: [Int]) -> [UInt8] {
        type.utf8 + [0, 0, 0, 0] + numbers.flatMap { order.bytes($0, count: 4) }
    }

    static func text(_ text: String) -> [UInt8] { element("text", []) + text.utf8 + [0] }

    /// The tags of Display P3, in the order of the sanitised file.
    static let wideGamutTags: [Tag] = {
        let curve = element("para", [0x30000, 0x26666, 0xF2A7, 0xD59, 0x13D0, 0xA5B])
        let matrix = [0x10C42, 0x5DE, -0xCDA, 0x793, 0xFD90, -0x26D, -0x45E, -0x25D, 0xBD20]
        return [
            ("wtpt", element("XYZ ", [0xF6D6, 0x10000, 0xD32D])),
            ("rXYZ", element("XYZ ", [0x83DF, 0x3DBF, -0x45])),
            ("gXYZ", element("XYZ ", [0x4ABF, 0xB137, 0xAB9])),
            ("bXYZ", element("XYZ ", [0x2838, 0x110B, 0xC8B9])),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve), ("chad", element("sf32", matrix)),
        ]
    }()

    /// Display P3 with everything that tells of its device and its making.
    static let wideGamut: [UInt8] = {
        let texts: [Tag] = ["desc", "cprt", "dmnd", "dmdd", "mluc", "tech", "ZXML"].map {
            ($0, text("PROFILESECRET"))
        }
        let spacious = wideGamutTags.map { Tag($0.name, $0.element + Array("PROFILESECRET\0\0\0".utf8)) }
        return file(header(filledWith: "PROFILESECRET"), texts + spacious.reversed(), sharing: false)
    }()

    /// The expected result of sanitising ``wideGamut``.
    static let cleanWideGamut = file(cleanHeader(), wideGamutTags)

    /// A header whose dispensable fields are filled with a text.
    static func header(
        filledWith filler: String, deviceClass: String = "mntr", space: String = "RGB "
    ) -> [UInt8] {
        var header = (0..<128).map { Array(filler.utf8)[$0 % filler.utf8.count] }
        header.replaceSubrange(8..<10, with: [4, 0])
        header.replaceSubrange(12..<24, with: (deviceClass + space + "XYZ ").utf8)
        header.replaceSubrange(36..<40, with: "acsp".utf8)
        header.replaceSubrange(64..<68, with: [0, 0, 0, 1])
        return header
    }

    /// The header of a sanitised file, without its size.
    static func cleanHeader(deviceClass: String = "mntr", space: String = "RGB ") -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(8..<10, with: [4, 0])
        header.replaceSubrange(12..<24, with: (deviceClass + space + "XYZ ").utf8)
        header.replaceSubrange(24..<30, with: [0x07, 0xD0, 0, 1, 0, 1])
        header.replaceSubrange(36..<40, with: "acsp".utf8)
        header[67] = 1
        header.replaceSubrange(68..<80, with: [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D])
        return header
    }

    /// - Parameter isShared: whether equal elements are written once.
    static func file(_ header: [UInt8], _ tags: [Tag], sharing isShared: Bool = true) -> [UInt8] {
        var (table, data) = (order.bytes(tags.count, count: 4), [UInt8]())
        var offsets: [[UInt8]: Int] = [:]
        for tag in tags {
            let end = 132 + 12 * tags.count + data.count
            let offset = isShared ? offsets[tag.element] ?? end : end
            offsets[tag.element] = offset
            if offset == end {
                data += tag.element
                while data.count % 4 != 0 { data.append(0) }
            }
            table += tag.name.utf8 + order.bytes(offset, count: 4) + order.bytes(tag.element.count, count: 4)
        }
        let size = 128 + table.count + data.count
        return order.bytes(size, count: 4) + header.dropFirst(4) + table + data
    }
}
