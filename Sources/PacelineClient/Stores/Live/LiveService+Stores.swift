import Paceline

extension LiveService {
    /// Keeps stores up to date until the task is cancelled, over one stream for all of them.
    ///
    /// Begins by reading the stores that have read nothing or are stale, applies each event to all stores, and reads
    /// again those that an event makes stale.
    ///
    /// ```swift
    /// let (feed, inbox) = (Feed(session), Inbox(session))
    /// try await session.keepUpToDate([feed, inbox])
    /// ```
    ///
    /// In SwiftUI, call it in the `task` of the view that owns the stores, so that it ends with the view.
    /// - Parameters:
    ///   - stores: the stores on the screen.
    ///   - items: items that are open, at most ``LiveLimits/items``: events of their kudos and comments arrive even if
    ///     the viewer does not follow the author.
    /// - Throws: the errors of ``LiveService/events(after:watching:)``, and `CancellationError` when the task is
    ///   cancelled.
    @MainActor
    public func keepUpToDate(
        _ stores: [any ObservableStore], watching items: [FeedItem.ID] = []
    ) async throws {
        let (rings, doorbell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        defer { doorbell.finish() }
        // Runs beside the stream, so that slow reads do not hold up events, and many events cause one read.
        async let reading: Void = refreshStale(stores, at: rings)
        var position: LogPosition?
        var hasNews = true
        // The service ends a stream whose reader is too slow. Continue after its last event.
        while hasNews {
            hasNews = false
            for try await event in events(after: position, watching: items) {
                let isFirst = position == nil
                position = event.position
                if isFirst {
                    // No event reports what happened between reading and the start of the stream.
                    let reset = LiveEvent(position: event.position, content: .reset)
                    for store in stores { store.apply(reset) }
                }
                if event.content != .upToDate { hasNews = true }
                for store in stores { store.apply(event) }
                if stores.contains(where: { $0.needsReading }) { doorbell.yield() }
            }
        }
        doorbell.finish()
        await reading
    }
}

extension ObservableStore {
    fileprivate var needsReading: Bool { isStale || phase == .idle }
}

@MainActor
private func refreshStale(_ stores: [any ObservableStore], at rings: AsyncStream<Void>) async {
    for await _ in rings {
        await withTaskGroup(of: Void.self) { group in
            for store in stores where store.needsReading {
                group.addTask { await store.refresh() }
            }
        }
    }
}
