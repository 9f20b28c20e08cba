import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func setPhoto(_ bytes: [UInt8], of id: Workout.ID) async throws {
        let image = try Image(sanitising: bytes)
        try await write { transaction in
            let hash = try transaction.connection.store(image)
            try transaction.setPhoto(hash, of: id)
        }
    }

    public func removePhoto(of id: Workout.ID) async throws {
        try await write { try $0.setPhoto(nil, of: id) }
    }

    public func photo(of id: Workout.ID) async throws -> Image {
        try await read { transaction in
            let stored = try transaction.visibleWorkout(id)
            let image = try stored.photo.flatMap { try transaction.connection.image($0) }
            guard let image else { throw SocialError(.photoNotFound, "This workout has no photo.") }
            return image
        }
    }
}

extension Transaction {
    fileprivate func setPhoto(_ hash: [UInt8]?, of id: Workout.ID) throws {
        let stored = try ownWorkout(id)
        guard stored.photo != hash else { return }
        let updatedAt = max(now.inMilliseconds, stored.workout.updatedAt.addingTimeInterval(0.001))
        try connection.send(
            "UPDATE workouts SET photo = \(hash), updated_at = \(updatedAt) WHERE id = \(id)")
        if let old = stored.photo { try connection.discardImageIfUnused(old) }
        try log(.changedPhoto, item: id.uuid, seenBy: stored.workout.visibility)
    }
}

extension Connection {
    fileprivate func image(_ hash: [UInt8]) throws -> Image? {
        try fetchFirst("SELECT media_type, bytes FROM images WHERE hash = \(hash)") {
            Image(format: $0[0], bytes: $0[1])
        }
    }
}
