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
        let changes = try await checked(changes)
        let image = try avatar.map { bytes throws(SocialError) in try engine.acceptedPicture(bytes) }
        try await writeRecorded { transaction in
            let accounts = Accounts(transaction)
            if let image { _ = try accounts.set(.avatar, to: image) }
            return ((), try accounts.update(changes, ifMatch: nil, in: sessionID).changes)
        }
    }

    private func set(_ kind: ProfileImage, _ bytes: [UInt8]) async throws -> Account {
        let image = try engine.acceptedPicture(bytes)
        return try await write(as: .account) { try Accounts($0).set(kind, to: image) }
    }

    private func remove(_ kind: ProfileImage) async throws -> Account {
        try await write(as: .account) { try Accounts($0).set(kind, to: nil) }
    }

    /// The avatar is shown wherever the person is, but that of a child to friends only; the header only with the whole
    /// profile.
    private func image(_ kind: ProfileImage, of person: PersonReference) async throws -> StoredImage {
        try await read { transaction in
            let id = try transaction.resolve(person)
            let isShown =
                try kind == .avatar ? !transaction.isUnknownChild(id) : transaction.seesProfile(of: id)
            guard isShown, let image = try transaction.connection.image(kind, of: id) else {
                throw SocialError(.photoNotFound, "There is no picture here.")
            }
            return image
        }
    }
}

extension Accounts {
    fileprivate func set(_ kind: ProfileImage, to image: StoredImage?) throws -> Account {
        let column = kind.column
        let found = try connection.fetchFirst("SELECT \(column) FROM people WHERE id = \(viewer.id)") {
            $0[0] as [UInt8]?
        }
        // Nil if there is no row or no image.
        let old: [UInt8]? = found ?? nil
        try Storage(transaction).replace(old, with: image)
        try connection.send("UPDATE people SET \(column) = \(image?.hash) WHERE id = \(viewer.id)")
        if let old { try connection.deleteImageIfUnused(old) }
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
}
