/// A picture's EXIF orientation: the only EXIF field that affects display.
struct Orientation: Equatable {
    /// The EXIF value, 2 to 8.
    let number: Int

    private static let tag = 0x0112
    private static let shortType = 3

    /// Reads the orientation from a TIFF block; nil when it is upright, missing or unreadable.
    ///
    /// Damaged EXIF is ignored, since it does not damage the picture.
    init?(tiff: ArraySlice<UInt8>) {
        do {
            guard let number = try Self.number(tiff: tiff), (2...8).contains(number) else { return nil }
            self.number = number
        } catch {
            return nil
        }
    }

    /// Reads the orientation from EXIF, with or without the `Exif` marker of JPEG files.
    init?(exif: ArraySlice<UInt8>) {
        self.init(tiff: exif.starts(with: Self.exifMark) ? exif.dropFirst(Self.exifMark.count) : exif)
    }

    static let exifMark = Array("Exif\0\0".utf8)

    private static func number(tiff: ArraySlice<UInt8>) throws(SocialError) -> Int? {
        var reader = ByteReader(tiff)
        guard let order = order(mark: try reader.take(2)), try reader.number(bytes: 2, order) == 42 else {
            return nil
        }
        try reader.move(to: try reader.number(bytes: 4, order))
        for _ in 0..<(try reader.number(bytes: 2, order)) {
            let (tag, type) = (try reader.number(bytes: 2, order), try reader.number(bytes: 2, order))
            let (count, value) = (try reader.number(bytes: 4, order), try reader.number(bytes: 2, order))
            _ = try reader.take(2)
            if tag == Self.tag { return type == shortType && count == 1 ? value : nil }
        }
        return nil
    }

    private static func order(mark: ArraySlice<UInt8>) -> ByteOrder? {
        if mark.elementsEqual("MM".utf8) { return .bigEndian }
        return mark.elementsEqual("II".utf8) ? .littleEndian : nil
    }

    /// A TIFF block with this field only.
    var tiff: [UInt8] {
        let order = ByteOrder.bigEndian
        let header = Array("MM".utf8) + order.bytes(42, count: 2) + order.bytes(8, count: 4)
        let entry =
            order.bytes(Self.tag, count: 2) + order.bytes(Self.shortType, count: 2) + order.bytes(1, count: 4)
            + order.bytes(number, count: 2) + [0, 0]
        return header + order.bytes(1, count: 2) + entry + order.bytes(0, count: 4)
    }
}
