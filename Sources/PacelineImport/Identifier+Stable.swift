import Crypto
import Foundation
import Paceline

extension Identifier where Subject == Workout {
    /// Derives the id of an imported workout: a version 8 UUID (RFC 9562, section 5.8) from the SHA-256 of the format,
    /// the owner and the record's id.
    ///
    /// It includes the owner because two people, such as a coach and an athlete, may import the same file, while an id
    /// has only one owner.
    /// - Parameters:
    ///   - record: the record's id, unique in its program.
    ///   - format: the format of the record.
    ///   - owner: the owner of the workout.
    init(of record: String, in format: WorkoutFormat, owner: Person.ID) {
        var hash = SHA256()
        hash.update(data: Data("paceline.import.\(format.rawValue)\u{0}".utf8))
        withUnsafeBytes(of: owner.uuid.uuid) { hash.update(bufferPointer: $0) }
        hash.update(data: Data(record.utf8))
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
}
