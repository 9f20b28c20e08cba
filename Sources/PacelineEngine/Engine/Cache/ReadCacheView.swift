import Foundation
import Paceline
import PacelineDatabase

/// What is kept in memory, as one snapshot sees it. It is good only inside the read that it is made in.
struct ReadCacheView {
    let cache: ReadCache
    let connection: any Connection
    /// The place in the log that what is kept belongs to.
    let mark: Int64
    /// What the snapshot sees changed that does not belong to that place yet: it is read anew, and not kept.
    let pending: Invalidated

    /// The values of the keys, in their order; nil where there is none.
    ///
    /// - Parameters:
    ///   - invalidated: the keys whose values ``pending`` says have changed.
    ///   - read: reads the values that are not kept.
    func values<Key: Hashable & Sendable, Value: Sendable>(
        of keys: [Key], in part: any WritableKeyPath<ReadCache.Contents, BoundedCache<Key, Value>> & Sendable,
        except invalidated: Set<Key>, read: ([Key]) throws -> [Key: Value]
    ) throws -> [Value?] {
        var values = cache.values(of: keys, in: part, at: mark)
        let missing = keys.indices.filter { values[$0] == nil || invalidated.contains(keys[$0]) }
        guard !missing.isEmpty else { return values }
        let found = try read(missing.map { keys[$0] })
        for index in missing { values[index] = found[keys[index]] }
        cache.keep(found.filter { !invalidated.contains($0.key) }, in: part, at: mark)
        return values
    }
}
