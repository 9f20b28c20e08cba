import Paceline
import PacelineDatabase

/// Runs an operation of a store, and converts its errors.
func translatingStoreErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as DatabaseError {
        throw SocialError(ofStore: error)
    }
}

extension SocialError {
    /// The error of a device's store, worded for people.
    init(ofStore error: DatabaseError) {
        self =
            switch error {
            case .suspended: .suspended
            case .closed: .storageClosed
            case .full: .storageFull
            case .busy: .storageLocked
            case .damaged: .storageDamaged
            case .unknownMigration:
                SocialError(.unavailable, "A newer version of this app saved this data. Update the app.")
            case .unique, .foreignKey, .check, .notNull, .unavailable, .outcomeUnknown, .decoding, .sql:
                .storeUnavailable
            }
    }

    static let storeUnavailable = SocialError(
        .unavailable, "This app cannot use its storage on this device. Try again.")
    /// The app must call ``HybridSession/resume()``.
    static let suspended = SocialError(.unavailable, "This app is in the background. Open it and try again.")
    /// The app has called ``HybridSession/close()``.
    static let storageClosed = SocialError(
        .unavailable, "This app has closed its storage on this device. Open the app again.")
    static let storageFull = SocialError(
        .unavailable, "The device's storage is full. Free some space, then try again.")
    static let storageLocked = SocialError(
        .unavailable, "Another process is using the storage of this app. Try again.")
    static let storageDamaged = SocialError(
        .unavailable, "The storage of this app is damaged. Open the app again to repair it.")
}
