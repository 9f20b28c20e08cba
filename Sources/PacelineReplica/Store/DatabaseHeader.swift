import Foundation
import PacelineDatabase

/// The first 100 bytes of a database file. SQLite reads nothing of a file in which they are damaged.
enum DatabaseHeader {
    /// The name of the format, page size, log versions, reserved bytes and payload fractions.
    private static let start = Array("SQLite format 3\0".utf8) + [0x10, 0x00, 2, 2, 0, 64, 32, 32]
    private static let length: UInt64 = 100

    /// Writes the header of a database as ``SQLiteDatabase`` creates it, if that of the file is damaged.
    /// - Throws: ``DatabaseError/unavailable(_:)`` or ``DatabaseError/full`` if the file cannot be read or written.
    static func repair(at path: String) throws(DatabaseError) {
        do {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            defer { file.closeFile() }
            try repair(file)
        } catch {
            throw DatabaseError(ofFile: error, "The damaged file cannot be read")
        }
    }

    private static func repair(_ file: FileHandle) throws {
        guard try file.read(upToCount: start.count) != Data(start) else { return }
        let size = try file.seekToEnd()
        guard size > length else { return }
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(header(pages: UInt32(clamping: size / 4_096))))
    }

    private static func header(pages: UInt32) -> [UInt8] {
        func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }
        var header = start
        // Change counter, pages, free list, free pages, schema cookie and format, cache, root page, text encoding.
        for value in [1, pages, 0, 0, 1, 4, 0, 0, 1] as [UInt32] { header += number(value) }
        header += [UInt8](repeating: 0, count: 92 - header.count)
        return header + number(1) + number(3_040_000)
    }
}
