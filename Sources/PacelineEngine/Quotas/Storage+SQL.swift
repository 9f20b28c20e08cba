import Crypto
import Foundation
import Paceline
import PacelineDatabase

/// The viewer's storage in a transaction: pictures, and the details of workouts.
///
/// Equal pictures are stored once, but each use counts in full: otherwise the quota would depend on what others upload,
/// and reveal it.
struct Storage: FeatureStore {
    let transaction: Transaction

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// What counts as everyone's storage: person, and a size in bytes.
    static let sizes: SQL = """
        SELECT uses.person, length(images.bytes) AS bytes
        FROM (\(uses)) AS uses
        JOIN images ON images.hash = uses.picture
        UNION ALL
        SELECT items.owner, \(SQL.detailBytes)
        FROM workout_details
        JOIN items ON items.id = workout_details.workout
        """

    /// Everyone's uses of pictures: person, and the picture's hash.
    private static let uses: SQL = """
        SELECT id AS person, avatar AS picture FROM people WHERE avatar IS NOT NULL
        UNION ALL
        SELECT id, header FROM people WHERE header IS NOT NULL
        UNION ALL
        SELECT items.owner, workouts.photo
        FROM workouts
        JOIN items ON items.id = workouts.id
        WHERE workouts.photo IS NOT NULL
        """

    func use() throws -> StorageUse {
        let use = try connection.fetchFirst(
            "SELECT stored_bytes, created_at FROM accounts WHERE person = \(viewer.id)"
        ) {
            environment.quotas.storageUse(of: $0[0], signedUpAt: $0[1], at: now)
        }
        guard let use else { throw SocialError.personNotFound }
        return use
    }

    /// Stores a picture, and counts its use in place of another.
    ///
    /// The caller changes the row that uses it, and then deletes the old picture if that was its last use.
    /// - Parameters:
    ///   - old: the hash of the picture that is no longer used; nil for none.
    ///   - new: the picture to use instead; nil for none.
    /// - Throws: ``SocialError/Code/quotaExceeded`` if the viewer has no room for it.
    func replace(_ old: [UInt8]?, with new: StoredImage?) throws {
        let oldSize = try old.map { try connection.imageSize($0) } ?? 0
        let growth = Int64(new?.bytes.count ?? 0) - oldSize
        if growth > 0 { try expectRoom(for: growth) }
        if let new { try connection.store(new) }
        try add(growth)
    }

    /// Counts uses that are about to end. The caller then deletes pictures that are no longer used.
    /// - Parameter pictures: a hash for each use.
    func release(_ pictures: [[UInt8]]) throws {
        var size: Int64 = 0
        for (picture, uses) in Dictionary(grouping: pictures, by: { $0 }) {
            size += try connection.imageSize(picture) * Int64(uses.count)
        }
        try add(-size)
    }

    /// Counts what a change of workouts' details adds or, if negative, frees.
    /// - Throws: ``SocialError/Code/quotaExceeded`` if the viewer has no room for it, or
    ///   ``SocialError/Code/unavailable`` while the disk is almost full.
    func countDetails(_ growth: Int64) throws {
        if growth > 0 {
            try environment.expectFreeDisk()
            try expectRoom(for: growth)
        }
        try add(growth)
    }

    private func add(_ growth: Int64) throws {
        guard growth != 0 else { return }
        try connection.send(
            "UPDATE accounts SET stored_bytes = stored_bytes + \(growth) WHERE person = \(viewer.id)")
    }

    private func expectRoom(for growth: Int64) throws {
        let use = try use()
        guard let limit = use.limitBytes, use.usedBytes + growth > limit else { return }
        throw SocialError.storageFull(use, limit, at: now)
    }
}

extension StoredImage {
    /// The key under which the picture is stored: the SHA-256 of its bytes.
    var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }
}

extension Connection {
    /// The size of a stored picture, in bytes; 0 if there is none.
    fileprivate func imageSize(_ hash: [UInt8]) throws -> Int64 {
        try fetchFirst("SELECT length(bytes) FROM images WHERE hash = \(hash)") { $0[0] as Int64 } ?? 0
    }

    fileprivate func store(_ image: StoredImage) throws {
        try send(
            """
            INSERT INTO images (hash, media_type, bytes) VALUES (\(image.hash), \(image.format), \(image.bytes))
            ON CONFLICT (hash) DO NOTHING
            """)
    }

    /// The size of the workouts' details, in bytes.
    func detailSize(of workouts: [Workout.ID]) throws -> Int64 {
        guard !workouts.isEmpty else { return 0 }
        return try fetchFirst(
            """
            SELECT COALESCE(SUM(\(SQL.detailBytes)), 0)
            FROM workout_details
            WHERE workout IN \(list: workouts)
            """
        ) { $0[0] as Int64 } ?? 0
    }

    /// Deletes the picture unless a profile or a workout still uses it.
    func deleteImageIfUnused(_ hash: [UInt8]) throws {
        try send(
            """
            DELETE FROM images
            WHERE hash = \(hash)
                AND NOT EXISTS (SELECT 1 FROM people WHERE avatar = \(hash))
                AND NOT EXISTS (SELECT 1 FROM people WHERE header = \(hash))
                AND NOT EXISTS (SELECT 1 FROM workouts WHERE photo = \(hash))
            """)
    }
}

extension Session {
    public func storage() async throws -> StorageUse {
        try await read(as: .account) { try Storage($0).use() }
    }
}

extension Engine {
    /// An uploaded picture without its metadata.
    /// - Throws: the errors of ``StoredImage/init(sanitising:)``, or of ``expectFreeDisk()``.
    func acceptedPicture(_ bytes: [UInt8]) throws(SocialError) -> StoredImage {
        try environment.expectFreeDisk()
        return try StoredImage(sanitising: bytes)
    }
}

extension EngineEnvironment {
    /// - Throws: ``SocialError/Code/unavailable`` while the disk is almost full, so that writes which need little room
    ///   still succeed.
    func expectFreeDisk() throws(SocialError) {
        guard let free = freeDiskBytes?(), free < quotas.freeDisk else { return }
        throw .diskIsFull
    }
}

extension SocialError {
    /// The error of uploads while the disk of the community is almost full.
    package static let diskIsFull = SocialError(
        .unavailable,
        """
        This community is short of disk space, so it takes neither pictures nor details of workouts at the moment. \
        Everything else works. Try again in an hour.
        """, retryAfter: 3_600)

    fileprivate static func storageFull(
        _ use: StorageUse, _ limit: Int64, at now: Date
    ) -> SocialError {
        let left = Measure.size(max(0, limit - use.usedBytes))
        let problem = "This is too large for the \(left) that are left of your \(Measure.size(limit))."
        guard let start = use.nextLimitAt else {
            return SocialError(.quotaExceeded, problem + " Remove pictures or workouts first.")
        }
        let wait = Int(clamping: Int64((start.timeIntervalSince(now) / 86_400).rounded(.up)))
        let days = Measure.count(wait, "day")
        let next = use.nextLimitBytes.map { "have \(Measure.size($0))" } ?? "may store more"
        return SocialError(
            .quotaExceeded,
            problem + " Remove pictures or workouts first, or wait: in \(days) you \(next).")
    }
}
