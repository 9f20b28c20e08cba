import Foundation
import Paceline
import PacelineDatabase

/// The cache as one snapshot sees it. Valid only inside the read that created it.
struct ReadCacheView {
    let cache: ReadCache
    let connection: any Connection
    /// The mark in the log that the cache corresponds to.
    let mark: Int64
    /// Values that the snapshot already sees changed, although the events lie after the mark. They are read from the
    /// database and not cached.
    let pending: Invalidated

    /// The values of the keys, in order; nil for missing ones.
    ///
    /// - Parameters:
    ///   - invalidated: keys that ``pending`` invalidates.
    ///   - read: reads missing values from the database.
    func values<Key: Hashable & Sendable, Value: Sendable>(
        of keys: [Key], in part: any WritableKeyPath<ReadCache.Contents, BoundedCache<Key, Value>> & Sendable,
        except invalidated: Set<Key>, read: ([Key]) throws -> [Key: Value]
    ) throws -> [Value?] {
        var values = cache.values(of: keys, in: part, at: mark)
        let missing = keys.indices.filter { values[$0] == nil || invalidated.contains(keys[$0]) }
        guard !missing.isEmpty else { return values }
        let found = try read(missing.map { keys[$0] })
        for index in missing { values[index] = found[keys[index]] }
        cache.insert(found.filter { !invalidated.contains($0.key) }, in: part, at: mark)
        return values
    }
}
