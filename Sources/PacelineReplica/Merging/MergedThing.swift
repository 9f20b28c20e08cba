import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

/// The ``Command/origin`` of what is merged: a batch, or a part of one that was refused.
struct MergeOrigin {
    let merge: UUID
    /// The name of the part.
    let thing: String

    init(merge: UUID, thing: String) {
        self.merge = merge
        self.thing = thing
    }

    /// - Returns: nil for another origin.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let merge = UUID(uuidString: String(parts[0])) else { return nil }
        self.init(merge: merge, thing: String(parts[1]))
    }

    var text: String { "\(merge)/\(thing)" }
}

/// A row of `merged_things`.
struct MergedThing: Sendable {
    static let columns: SQL = "merge, thing, origin, outcome"

    let merge: UUID
    let thing, origin: String
    /// Nil while it waits.
    let outcome: Int?

    init(merge: UUID, thing: String, origin: String, outcome: Int?) {
        self.merge = merge
        self.thing = thing
        self.origin = origin
        self.outcome = outcome
    }

    init(_ row: inout Row) {
        merge = row.next()
        thing = row.next()
        origin = row.next()
        outcome = row.next()
    }

    /// The primary key.
    var key: String { MergeOrigin(merge: merge, thing: thing).text }

    /// The things of a queued or refused request.
    /// - Returns: none if it does not belong to a merge.
    static func all(of request: QueuedRequest, from origin: String?, _ outcome: MergeOutcome?)
        -> [MergedThing]
    {
        guard let origin, let merge = MergeOrigin(origin)?.merge else { return [] }
        do {
            return try CommandScope(request).targets.map {
                MergedThing(
                    merge: merge, thing: MergeBatch.name($0), origin: origin, outcome: outcome?.rawValue)
            }
        } catch {
            // It was not queued by this version.
            return []
        }
    }
}
