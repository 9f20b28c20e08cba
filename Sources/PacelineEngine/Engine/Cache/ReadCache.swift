import Paceline
import PacelineDatabase
import Synchronization

/// An in-memory cache of the parts of feeds and boards, invalidated through the log.
///
/// The cache corresponds to a mark in the log. A read first looks at the events after that mark in its own snapshot and
/// drops the values they invalidate. A cached read therefore returns exactly what the snapshot contains, whichever
/// process wrote it.
final class ReadCache: Sendable {
    /// The cached values. With ten items each for 100,000 people and 30,000 cards, they take about 100 MB.
    struct Contents {
        var timelines = BoundedCache<Person.ID, Timeline>(capacity: 131_072)
        var cards = BoundedCache<FeedItem.ID, CachedCard>(capacity: 32_768)
        var previews = BoundedCache<FeedItem.ID, CardPreview>(capacity: 16_384)
        var people = BoundedCache<Person.ID, Box<Person>>(capacity: 50_000)
        var boards = BoundedCache<BoardPage.ID, BoardPage>(capacity: 256)
    }

    private struct State {
        /// The cache reflects all events before this mark; nil before the first read.
        var mark: Int64?
        var contents = Contents()
    }

    private let state = Mutex(State())

    /// Returns a view of the cache for the connection's snapshot.
    ///
    /// - Parameter connection: a read transaction; a write may see changes that are rolled back.
    /// - Returns: nil when the snapshot is older than the cache, or too many events have happened since.
    func view(on connection: any Connection) throws -> ReadCacheView? {
        let known = state.withLock(\.mark)
        let invalidation = try connection.cacheInvalidation(since: known)
        guard advance(from: known, invalidation), invalidation.isComplete else { return nil }
        return ReadCacheView(
            cache: self, connection: connection, mark: invalidation.mark, pending: invalidation.pending)
    }

    /// - Returns: whether the cache now corresponds to the snapshot.
    private func advance(from known: Int64?, _ invalidation: CacheInvalidation) -> Bool {
        state.withLock { state in
            guard state.mark == known, invalidation.mark >= known ?? 0 else {
                return state.mark == invalidation.mark
            }
            state.mark = invalidation.mark
            if invalidation.isComplete {
                state.contents.remove(invalidation.settled)
            } else {
                state.contents = Contents()
            }
            return true
        }
    }

    /// The cached value of each key; all nil when the cache has moved to another mark.
    func values<Key: Sendable, Value: Sendable>(
        of keys: [Key], in part: any KeyPath<Contents, BoundedCache<Key, Value>> & Sendable, at mark: Int64
    ) -> [Value?] {
        state.withLock { state in
            guard state.mark == mark else { return keys.map { _ in nil } }
            return state.contents[keyPath: part].values(of: keys)
        }
    }

    /// Caches the values, unless the cache has moved to another mark.
    func insert<Key: Sendable, Value: Sendable>(
        _ values: [Key: Value], in part: any WritableKeyPath<Contents, BoundedCache<Key, Value>> & Sendable,
        at mark: Int64
    ) {
        guard !values.isEmpty else { return }
        state.withLock { state in
            if state.mark == mark { state.contents[keyPath: part].insert(values) }
        }
    }
}

extension ReadCache.Contents {
    fileprivate mutating func remove(_ invalidated: Invalidated) {
        timelines.remove(invalidated.owners)
        cards.remove(invalidated.items)
        if !invalidated.authors.isEmpty {
            cards.removeAll { invalidated.authors.contains($0.item.author.id) }
        }
        previews.remove(invalidated.items)
        people.remove(invalidated.people)
        if invalidated.allBoards { boards.removeAll() }
    }
}

/// A large value that several owners share without copying.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// A dictionary with a maximum number of entries.
struct BoundedCache<Key: Hashable, Value> {
    let capacity: Int
    private var values: [Key: Value] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    func values(of keys: [Key]) -> [Value?] { keys.map { values[$0] } }

    /// Inserts the values. When the dictionary is full, evicts an arbitrary half.
    mutating func insert(_ more: [Key: Value]) {
        if values.count + more.count > capacity {
            for key in values.keys.prefix(capacity / 2) { values[key] = nil }
        }
        values.merge(more) { $1 }
    }

    mutating func remove(_ keys: some Sequence<Key>) {
        for key in keys { values[key] = nil }
    }

    /// Removes the values that match. Slow: it looks at all of them.
    mutating func removeAll(where isRemoved: (Value) -> Bool) {
        values = values.filter { !isRemoved($0.value) }
    }

    mutating func removeAll() {
        values = [:]
    }
}
