import Foundation
import Paceline
import PacelineDatabase

/// The merge of a local community into an account on a server, as the community's file has it.
package struct CommunityMerge: Sendable, Equatable {
    /// A random id, which copies of the file share.
    package let id: UUID
    /// The person of the community whose data is merged.
    package let person: Person.ID
    /// The server's base URL.
    package let server: String
    /// The person on the server.
    package let account: Person.ID
    /// Merged items are shown to these people at most.
    package let visibility: ItemVisibility
    /// Whether all of it is done.
    package fileprivate(set) var isMoved = false

    package init(
        id: UUID = UUID(), of person: Person.ID, to account: Person.ID, on server: String,
        visibility: ItemVisibility
    ) {
        self.id = id
        self.person = person
        self.server = server
        self.account = account
        self.visibility = visibility
    }
}

/// What a person of a local community has that an account can take over, oldest first.
package struct MergeableContents: Sendable, Equatable {
    package let workouts: [Workout.ID]
    /// The workouts that have a photo.
    package let photos: [Workout.ID]
    package let scores: [MergeableScore]
    package let hasAvatar: Bool
    package let hasHeader: Bool
}

/// A score by its day and game.
package struct MergeableScore: Sendable, Equatable {
    package let day: Day
    package let game: Game.ID
}

// These writes skip the check of `Connection.checkIsNotMerging(in:)`.
extension Engine {
    /// The merge that has begun; nil if there is none.
    package func merge() async throws -> CommunityMerge? {
        try await read { try $0.merge() }
    }

    /// Makes the services read-only and notes the merge, unless it has begun before.
    /// - Returns: the merge that has begun. A repeated one keeps its id and visibility.
    /// - Throws: ``SocialError/Code/notAllowed`` if the community is being merged into another account, or if other
    ///   people have workouts or scores in it; ``SocialError/Code/personNotFound``.
    package func begin(_ merge: CommunityMerge) async throws -> CommunityMerge {
        try await translatingErrors {
            try await database.write { try $0.begin(merge) }
        }
    }

    /// Records outcomes of a merge. The first one of a thing stays.
    /// - Throws: ``SocialError/Code/notAllowed`` if the merge was cancelled.
    package func recordOutcomes(_ outcomes: [String: MergeOutcome], of merge: UUID) async throws {
        guard !outcomes.isEmpty else { return }
        try await translatingErrors {
            try await database.write { connection in
                try connection.checkHasMerge(merge)
                for (thing, outcome) in outcomes {
                    try connection.send(
                        """
                        INSERT INTO merged_things (thing, outcome)
                        VALUES (\(thing), \(outcome.rawValue))
                        ON CONFLICT (thing) DO NOTHING
                        """)
                }
            }
        }
    }

    /// The outcomes so far, by thing.
    package func mergeOutcomes() async throws -> [String: MergeOutcome] {
        let rows = try await read { connection in
            try connection.fetch("SELECT thing, outcome FROM merged_things") { row in
                (thing: row.next() as String, outcome: row.next() as Int)
            }
        }
        return Dictionary(
            uniqueKeysWithValues: rows.compactMap { row in
                MergeOutcome(rawValue: row.outcome).map { (row.thing, $0) }
            })
    }

    /// Notes that everything has an outcome, so that the file can be deleted.
    /// - Throws: ``SocialError/Code/notAllowed`` if the merge was cancelled: then the file has what no account has.
    package func finish(_ merge: UUID) async throws {
        try await translatingErrors {
            try await database.write { connection in
                try connection.checkHasMerge(merge)
                try connection.send("UPDATE merges SET is_moved = 1 WHERE id = \(merge)")
            }
        }
    }

    /// Makes the community local again.
    package func cancelMerge() async throws {
        try await translatingErrors {
            try await database.write { connection in
                try connection.send("DELETE FROM merges")
                try connection.send("DELETE FROM merged_things")
            }
        }
    }

    package func mergeableContents(of person: Person.ID) async throws -> MergeableContents {
        try await read { try $0.mergeableContents(of: person) }
    }
}

extension Connection {
    /// - Throws: ``SocialError/Code/communityIsReadOnly`` while an embedded community is being merged, and afterwards.
    func checkIsNotMerging(in environment: EngineEnvironment) throws {
        guard environment.isMergeable, try exists("SELECT 1 FROM merges") else { return }
        throw SocialError(
            .communityIsReadOnly,
            "This data belongs to your account now and cannot be changed here. Use the account.")
    }

    fileprivate func checkHasMerge(_ id: UUID) throws {
        guard try exists("SELECT 1 FROM merges WHERE id = \(id)") else { throw SocialError.mergeCancelled }
    }

    fileprivate func merge() throws -> CommunityMerge? {
        try fetchFirst("SELECT id, person, account, server, visibility, is_moved FROM merges LIMIT 1") {
            row in
            var merge = CommunityMerge(
                id: row.next(), of: row.next(), to: row.next(), on: row.next(), visibility: row.next())
            merge.isMoved = row.next()
            return merge
        }
    }

    fileprivate func begin(_ new: CommunityMerge) throws -> CommunityMerge {
        if let merge = try merge() {
            guard (merge.person, merge.account, merge.server) == (new.person, new.account, new.server) else {
                throw SocialError.mergesIntoAnotherAccount
            }
            return merge
        }
        guard try exists("SELECT 1 FROM people WHERE id = \(new.person)") else {
            throw SocialError.personNotFound
        }
        // The file is deleted in the end. The scores of local friends are copies.
        let others: SQL = """
            SELECT 1
            FROM items
            WHERE owner <> \(new.person) AND owner NOT IN (SELECT person FROM local_friends)
                AND (id IN (SELECT id FROM workouts) OR id IN (SELECT id FROM scores))
            """
        guard try !exists(others) else {
            throw SocialError(.notAllowed, "Other people have workouts or scores here, which would be lost.")
        }
        try send(
            """
            INSERT INTO merges (id, person, server, account, visibility, is_moved)
            VALUES (\(new.id), \(new.person), \(new.server), \(new.account), \(new.visibility), 0)
            """)
        return new
    }

    fileprivate func mergeableContents(of person: Person.ID) throws -> MergeableContents {
        let workouts = try fetch(
            """
            SELECT workouts.id, CASE WHEN workouts.photo IS NULL THEN 0 ELSE 1 END
            FROM items
            JOIN workouts ON workouts.id = items.id
            WHERE items.owner = \(person)
            ORDER BY items.at, items.id
            """
        ) { row in (id: row.next() as Workout.ID, hasPhoto: row.next() as Bool) }
        let scores = try fetch("SELECT day, game FROM scores WHERE owner = \(person) ORDER BY day, game") {
            row in
            MergeableScore(day: row.next(), game: row.next())
        }
        let pictures = try fetchFirst(
            """
            SELECT CASE WHEN avatar IS NULL THEN 0 ELSE 1 END, CASE WHEN header IS NULL THEN 0 ELSE 1 END
            FROM people
            WHERE id = \(person)
            """
        ) { row in (avatar: row.next() as Bool, header: row.next() as Bool) }
        return MergeableContents(
            workouts: workouts.map(\.id), photos: workouts.filter(\.hasPhoto).map(\.id), scores: scores,
            hasAvatar: pictures?.avatar ?? false, hasHeader: pictures?.header ?? false)
    }
}

extension SocialError.Code {
    /// A code of embedded communities, which no server sends.
    package static let communityIsReadOnly = Self(rawValue: "read_only")
}

extension SocialError {
    package static let mergesIntoAnotherAccount = SocialError(
        .notAllowed, "This data is being merged into another account.")
    /// By this process or another one, while the steps went on.
    package static let mergeCancelled = SocialError(.notAllowed, "This merge was cancelled.")
}
