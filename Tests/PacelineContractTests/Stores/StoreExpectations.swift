import Observation
import Paceline
import PacelineClient
import PacelineEngine
import Testing

/// Waits until what stores show meets the condition, or the test's time is over.
@MainActor
func eventually(_ condition: @MainActor () -> Bool) async {
    while !Task.isCancelled {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let isMet = withObservationTracking {
            condition()
        } onChange: {
            change.yield()
        }
        if isMet { return }
        // Changes happen on this actor, so none comes between the look and this.
        for await _ in changes { break }
    }
}

/// Keeps stores up to date while the body runs.
@MainActor
func following(
    _ stores: [any ObservableStore], as member: Member, watching items: [FeedItem.ID] = [],
    _ body: @MainActor () async throws -> Void
) async throws {
    let task = Task { try await member.services.keepUpToDate(stores, watching: items) }
    defer { task.cancel() }
    // The first read is that of the stream's beginning.
    await eventually { stores.allSatisfy { $0.phase != .idle && !$0.isRefreshing && !$0.isStale } }
    try await body()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
}

/// Expects that a store's verb is refused with the code, and with the field if one is given.
@MainActor
func expectRefusal<Value>(
    _ code: SocialError.Code, field: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ verb: @MainActor () async throws -> Value
) async {
    do {
        _ = try await verb()
        Issue.record("expected \(code.rawValue)", sourceLocation: sourceLocation)
    } catch let error as SocialError {
        #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
        if let field { #expect(error.field == field, "\(error.message)", sourceLocation: sourceLocation) }
    } catch {
        Issue.record("expected \(code.rawValue), but got \(error)", sourceLocation: sourceLocation)
    }
}

extension World {
    /// Runs the log's consumers until nothing more follows from what happened. A server runs them at any time.
    func settle() async throws {
        // A workout earns a badge, of which its owner is notified.
        for _ in 0..<3 { try await engine.followLog() }
    }
}
