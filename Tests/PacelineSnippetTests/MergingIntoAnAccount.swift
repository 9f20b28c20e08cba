import Foundation
import PacelineLocal
import Testing

/// Brings what a person did without an account into the account of the session.
/// - Parameter show: shows how many of how many things are done.
func takeAlong(
    _ community: LocalCommunity, of localPerson: Person.ID, into session: HybridSession,
    show: (Int, Int) -> Void
) async throws -> MergeReport {
    var report = MergeReport()
    for try await progress in session.merge(community, of: localPerson) {
        report = progress.report
        show(report.done, report.total)
    }
    return report
}

/// Goes on with a merge that has begun. Call it at each start, when a session is open.
/// - Returns: nil if there is none.
func resumeMerge(of community: LocalCommunity, into session: HybridSession) async throws -> MergeReport? {
    switch try await community.mergeState {
    case .local: nil
    case .merging(let person, _, _), .moved(let person, _, _):
        try await session.merge(community, of: person).finish()
    }
}

/// Cancels a merge that has begun.
/// - Returns: false if something has arrived.
func cancelMerge(of community: LocalCommunity, into session: HybridSession) async throws -> Bool {
    do {
        try await session.cancelMerge(of: community)
        return true
    } catch let error as SocialError where error.code == .notAllowed {
        return false
    }
}

@Suite("Snippets: merging into an account") struct MergingSnippetTests {
    @Test("Without a connection, a merge begins and can be resumed")
    func resuming() async throws {
        let community = try await LocalCommunity.inMemory()
        let local = try await community.signIn(
            with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01")
        ).person.id
        _ = try await community.session(for: local).setUsername("ana")
        _ = try await community.session(for: local).publish(
            WorkoutDraft(
                type: .rowing, title: "2000m", startedAt: Date(timeIntervalSinceNow: -3_600), duration: 600),
            as: Workout.ID(UUID()), ifMatch: nil)
        let session = try await HybridSession(
            at: URL(string: "https://social.example")!, token: "test", of: Person.ID(UUID()), in: nil,
            transport: FailingTransport(failure: .unreachable))
        #expect(try await resumeMerge(of: community, into: session) == nil)
        var shown: [Int] = []
        let failure = await #expect(throws: SocialError.self) {
            _ = try await takeAlong(community, of: local, into: session) { done, _ in shown.append(done) }
        }
        #expect(failure?.code == .offline && shown.first == 0)
        let again = await #expect(throws: SocialError.self) {
            _ = try await resumeMerge(of: community, into: session)
        }
        #expect(again?.code == .offline)
        // It has tried to send.
        let unknown = await #expect(throws: SocialError.self) {
            _ = try await cancelMerge(of: community, into: session)
        }
        #expect(unknown?.code == .offline)
        try await community.reopen()
        #expect(try await cancelMerge(of: community, into: session))
        try await session.close()
        try await community.close()
    }
}
