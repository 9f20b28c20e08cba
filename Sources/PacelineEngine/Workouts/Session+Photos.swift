import Foundation
import Paceline
import PacelineDatabase

extension Session {
    public func setPhoto(_ bytes: [UInt8], of id: Workout.ID) async throws {
        let image = try engine.acceptedPicture(bytes)
        try await write { try $0.setPhoto(image, of: id) }
    }

    public func removePhoto(of id: Workout.ID) async throws {
        try await write { try $0.setPhoto(nil, of: id) }
    }

    /// Publishes the workout and changes its photo in one transaction.
    /// - Returns: the id of the workout, which is another one if another person's item has the chosen id.
    @discardableResult
    public func publish(
        _ draft: WorkoutDraft, as id: Workout.ID, ifMatch version: Version?, photo: PhotoChange
    ) async throws -> Workout.ID {
        let draft = try draft.checked(now: engine.environment.now())
        if case .replaced = photo { try engine.environment.expectFreeDisk() }
        return try await write { try $0.publish(draft, as: id, ifMatch: version, photo: photo) }
    }

    public func photo(of id: Workout.ID) async throws -> StoredImage {
        try await read { transaction in
            let stored = try transaction.visibleWorkout(id)
            let isShown = stored.showsDetails || stored.workout.owner == viewer
            let image = try isShown ? stored.photo.flatMap { try transaction.connection.image($0) } : nil
            guard let image else { throw SocialError(.photoNotFound, "This workout has no photo.") }
            return image
        }
    }
}

/// The change to a workout's photo when the workout is published.
public enum PhotoChange: Sendable {
    case kept, removed
    case replaced(by: StoredImage)
}

extension Transaction {
    /// - Parameter draft: must be validated.
    fileprivate func publish(
        _ draft: WorkoutDraft, as id: Workout.ID, ifMatch version: Version?, photo: PhotoChange
    ) throws -> Workout.ID {
        let published = try publish(draft, as: id, ifMatch: version) { try countNewWorkouts(1) }.workout.id
        switch photo {
        case .kept: break
        case .removed: try setPhoto(nil, of: published)
        case .replaced(let image): try setPhoto(image, of: published)
        }
        return published
    }

    fileprivate func setPhoto(_ image: StoredImage?, of id: Workout.ID) throws {
        let stored = try ownWorkout(id)
        let hash = image?.hash
        guard stored.photo != hash else { return }
        try Storage(self).replace(stored.photo, with: image)
        let updatedAt = now.roundedToMilliseconds(after: stored.workout.updatedAt)
        try connection.send(
            "UPDATE workouts SET photo = \(hash), updated_at = \(updatedAt) WHERE id = \(stored.workout.id)")
        if let old = stored.photo { try connection.deleteImageIfUnused(old) }
        try log(.changedPhoto, item: stored.workout.id.uuid, seenBy: stored.workout.visibility)
    }
}

extension Connection {
    fileprivate func image(_ hash: [UInt8]) throws -> StoredImage? {
        try fetchFirst("SELECT media_type, bytes FROM images WHERE hash = \(hash)") {
            StoredImage(format: $0[0], bytes: $0[1])
        }
    }
}
