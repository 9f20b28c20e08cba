import Foundation
import Paceline
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("Signing out while another process queues")
struct SigningOutTests {
    @Test(
        "what was queued before is there, or discarded; nothing is taken afterwards",
        arguments: [false, true])
    func race(_ isDiscarding: Bool) async throws {
        for _ in 0..<Repetitions.count(10, deep: 200) {
            let folder = try Folder()
            let path = folder.file("replica.sqlite").path
            let (app, share) = (try await ReplicaStore.open(at: path), try await ReplicaStore.open(at: path))
            async let appending = queue(30, in: share)
            let isSignedOut: Bool
            do {
                try await app.signOut(discarding: isDiscarding)
                isSignedOut = true
            } catch let error as SocialError {
                #expect(error.code == .notAllowed && !isDiscarding)
                isSignedOut = false
            }
            let taken = try await appending
            let kept = try await app.outbox().commands.count
            if !isSignedOut {
                #expect(taken == 30 && kept == 30)
            } else {
                #expect(kept == 0)
                // One queued change would have kept it from signing out.
                if !isDiscarding { #expect(taken == 0) }
                #expect(try await queue(1, in: share) == 0)
            }
            try await app.close()
            try await share.close()
        }
    }

    /// Queues a number of commands.
    /// - Returns: how many were taken.
    private func queue(_ count: Int, in store: ReplicaStore) async throws -> Int {
        var taken = 0
        for number in 0..<count {
            do {
                try await store.append(.kudos(.numbered(number + 1)), madeAt: .now)
                taken += 1
            } catch let error as SocialError {
                #expect(error.code == .unauthenticated)
            }
        }
        return taken
    }
}
