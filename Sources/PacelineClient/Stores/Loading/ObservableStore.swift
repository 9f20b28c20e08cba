import Observation
import Paceline

/// The state of one screen, read from any implementation of the services and kept on the main actor.
///
/// ```swift
/// let stores: [any ObservableStore] = [Feed(session), Inbox(session)]
/// for store in stores { await store.refresh() }
/// try await session.keepUpToDate(stores)
/// ```
///
/// Views that read a store's properties are updated when these change. Verbs, such as ``Feed/toggleKudos(of:)``, show
/// their effect at once. When the service refuses one, the store shows the former state again, sets ``problem`` and
/// throws the error. If the error means that the viewer may no longer see something, the store removes it. Verbs on the
/// same thing reach the service one after the other, in the order of their calls.
@MainActor
public protocol ObservableStore: AnyObject, Observable, Sendable {
    /// What a screen shows.
    var phase: LoadPhase { get }
    /// Whether what is shown may be out of date: the last read failed, a live event reported a change without its
    /// content, or it is unknown whether a verb reached the service. A successful ``refresh()`` ends it.
    var isStale: Bool { get }
    /// Whether a read runs, also while something is shown.
    var isRefreshing: Bool { get }
    /// Why the last read or verb failed, worded for people. A successful read ends the problem of an earlier one.
    /// Set it to nil once the person has seen it.
    var problem: SocialError? { get set }
    /// Reads from the service.
    ///
    /// Any number of reads may run: the answer of an older one never replaces that of a newer one, and verbs and live
    /// events from meanwhile are kept. When the task is cancelled, what is shown stays. It does not throw: a failure is
    /// in ``phase`` if there is nothing to show, and in ``problem``.
    func refresh() async
    /// Applies a live event, and ignores events that do not concern the store. Events that report a change without its
    /// content set ``isStale``.
    func apply(_ event: LiveEvent)
}

/// A store of a list that is read in pages.
///
/// ```swift
/// @MainActor func lastRowAppeared(in store: some PagedStore) async {
///     if store.hasMore { await store.loadMore() }
/// }
/// ```
@MainActor
public protocol PagedStore: ObservableStore {
    /// A row of the list.
    associatedtype Item: Sendable
    /// The rows read so far, without duplicates, in the order of the service. Empty before the first read.
    var items: [Item] { get }
    /// Whether the service has more rows. False before the first read.
    var hasMore: Bool { get }
    /// Whether ``loadMore()`` runs.
    var isLoadingMore: Bool { get }
    /// Reads the next page; the first one if none was read. While one call runs, others return at once.
    func loadMore() async
}
