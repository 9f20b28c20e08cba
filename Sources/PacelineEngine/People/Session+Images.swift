import Crypto
import Foundation
import Paceline
import PacelineDatabase

/// The two images of a profile.
enum ProfileImage {
    case avatar, header

    /// The column in `people`.
    var column: SQL { self == .avatar ? "avatar" : "header" }
}

extension Session {
    public func setAvatar(_ bytes: [UInt8]) async throws -> Account { try await set(.avatar, bytes) }
    public func removeAvatar() async throws -> Account { try await remove(.avatar) }
    public func setHeader(_ bytes: [UInt8]) async throws -> Account { try await set(.header, bytes) }
    public func removeHeader() async throws -> Account { try await remove(.header) }
    public func avatar(of person: PersonReference) async throws -> StoredImage {
        try await image(.avatar, of: person)
    }
    public func header(of person: PersonReference) async throws -> StoredImage {
        try await image(.header, of: person)
    }

    /// Updates the account in one transaction with the avatar.
    /// - Parameter avatar: nil keeps the avatar.
    public func update(_ changes: AccountChanges, avatar: [UInt8]?) async throws {
        let changes = try changes.checked()
        let image = try avatar.map { bytes throws(SocialError) in try StoredImage(sanitising: bytes) }
        try await write(as: .account) { transaction in
            let accounts = Accounts(transaction)
            if let image { _ = try accounts.set(.avatar, to: try transaction.connection.store(image)) }
            _ = try accounts.update(changes, ifMatch: nil, in: sessionID)
        }
    }

    private func set(_ kind: ProfileImage, _ bytes: [UInt8]) async throws -> Account {
        let image = try StoredImage(sanitising: bytes)
        return try await write(as: .account) { transaction in
            try Accounts(transaction).set(kind, to: try transaction.connection.store(image))
        }
    }

    private func remove(_ kind: ProfileImage) async throws -> Account {
        try await write(as: .account) { try Accounts($0).set(kind, to: nil) }
    }

    /// The avatar is shown wherever the person is; the header only with the whole profile.
    private func image(_ kind: ProfileImage, of person: PersonReference) async throws -> StoredImage {
        try await read { transaction in
            let id = try transaction.resolve(person)
            let isShown = try kind == .avatar || transaction.seesProfile(of: id)
            guard isShown, let image = try transaction.connection.image(kind, of: id) else {
                throw SocialError(.photoNotFound, "There is no picture here.")
            }
            return image
        }
    }
}

extension Accounts {
    fileprivate func set(_ kind: ProfileImage, to hash: [UInt8]?) throws -> Account {
        let column = kind.column
        let old = try connection.fetchFirst("SELECT \(column) FROM people WHERE id = \(viewer.id)") {
            $0[0] as [UInt8]?
        }
        try connection.send("UPDATE people SET \(column) = \(hash) WHERE id = \(viewer.id)")
        // Nil if there is no row or no image.
        if let old = old ?? nil { try connection.deleteImageIfUnused(old) }
        try profileDidChange()
        return try transaction.account()
    }
}

extension Connection {
    fileprivate func image(_ kind: ProfileImage, of person: Person.ID) throws -> StoredImage? {
        try fetchFirst(
            """
            SELECT images.media_type, images.bytes
            FROM people
            JOIN images ON images.hash = people.\(kind.column)
            WHERE people.id = \(person)
            """
        ) { StoredImage(format: $0[0], bytes: $0[1]) }
    }

    /// Stores the image.
    /// - Returns: its SHA-256, which is the key.
    func store(_ image: StoredImage) throws -> [UInt8] {
        let hash = Array(SHA256.hash(data: image.bytes))
        try send(
            """
            INSERT INTO images (hash, media_type, bytes) VALUES (\(hash), \(image.format), \(image.bytes))
            ON CONFLICT (hash) DO NOTHING
            """)
        return hash
    }

    /// Deletes the image unless a profile or a workout still uses it.
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
