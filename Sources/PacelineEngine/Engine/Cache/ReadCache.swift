import Paceline
import PacelineDatabase
import Synchronization

/// What feeds and boards are made of, kept in memory for as long as the log says that it holds.
///
/// What is kept belongs to a place in the log. A read looks first at what has happened behind that place, as its own
/// snapshot has it, and lets go of whatever that has changed. So nothing kept is ever in doubt, whoever writes, in
/// whatever process: what is shown is what its snapshot says, as if all of it had been read.
final class ReadCache: Sendable {
    /// What is kept. A process that keeps ten items each of 100,000 people and 30,000 cards takes some 100 MB in all.
    struct Contents {
        var timelines = BoundedCache<Person.ID, Timeline>(capacity: 131_072)
        var cards = BoundedCache<FeedItem.ID, FeedCard>(capacity: 32_768)
        var people = BoundedCache<Person.ID, Box<Person>>(capacity: 50_000)
        var boards = BoundedCache<BoardPage.ID, BoardPage>(capacity: 256)
    }

    private struct State {
        /// All that is logged before this is in what is kept; nil before anything was read.
        var mark: Int64?
        var contents = Contents()
    }

    private let state = Mutex(State())

    /// What is kept, as it holds in the connection's snapshot.
    ///
    /// - Parameter connection: inside a read; what a write sees may yet be undone.
    /// - Returns: nil when the snapshot is older than what is kept, or too much has happened to look through.
    func view(on connection: any Connection) throws -> ReadCacheView? {
        let known = state.withLock(\.mark)
        let invalidation = try connection.cacheInvalidation(since: known)
        guard advance(from: known, invalidation), invalidation.isComplete else { return nil }
        return ReadCacheView(
            cache: self, connection: connection, mark: invalidation.mark, pending: invalidation.pending)
    }

    /// - Returns: whether what is kept now belongs to the snapshot that the invalidation are from.
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

    /// The value of each key, where it is kept; none when what is kept belongs to another place in the log by now.
    func values<Key: Sendable, Value: Sendable>(
        of keys: [Key], in part: any KeyPath<Contents, BoundedCache<Key, Value>> & Sendable, at mark: Int64
    ) -> [Value?] {
        state.withLock { state in
            guard state.mark == mark else { return keys.map { _ in nil } }
            return state.contents[keyPath: part].values(of: keys)
        }
    }

    /// Keeps the values, unless what is kept belongs to another place in the log by now.
    func keep<Key: Sendable, Value: Sendable>(
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
        people.remove(invalidated.people)
        if invalidated.allBoards { boards.removeAll() }
    }
}

/// A value that many hold at once, and that is too large to be copied for each of them.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// A dictionary that does not grow beyond its capacity.
struct BoundedCache<Key: Hashable, Value> {
    let capacity: Int
    private var values: [Key: Value] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    func values(of keys: [Key]) -> [Value?] { keys.map { values[$0] } }

    /// Keeps the values. When there is no room, half of what is kept goes, whichever it is.
    mutating func insert(_ more: [Key: Value]) {
        if values.count + more.count > capacity {
            for key in values.keys.prefix(capacity / 2) { values[key] = nil }
        }
        values.merge(more) { $1 }
    }

    mutating func remove(_ keys: some Sequence<Key>) {
        for key in keys { values[key] = nil }
    }

    mutating func removeAll() {
        values = [:]
    }
}
