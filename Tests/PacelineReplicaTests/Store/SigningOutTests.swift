import Foundation
import Paceline
import PacelineDatabase
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

    @Test(
        "if the process ends before it deletes the file, the next sign-in can use it, under another device id"
    )
    func interrupted() async throws {
        let folder = try Folder()
        let path = folder.file("replica.sqlite").path
        let first = try await ReplicaStore.open(at: path)
        let device = try await first.read { $0.meta.device }
        #expect(try await queue(1, in: first) == 1)
        try await first.signOut(discarding: true)
        try await first.close()

        let second = try await ReplicaStore.open(at: path)
        #expect(try await second.outbox().commands == [])
        #expect(try await second.read { $0.meta.device } != device)
        #expect(try await queue(2, in: second) == 2)
        try await second.close()
    }

    @Test("after signing out, a closed store says so")
    func closed() async throws {
        let signedOut = try await ReplicaStore.inMemory()
        try await signedOut.signOut(discarding: false)
        try await signedOut.close()
        let error = await #expect(throws: SocialError.self) { _ = try await signedOut.outbox() }
        #expect(error?.code == .unauthenticated)
        #expect(try await queue(1, in: signedOut) == 0)

        let closed = try await ReplicaStore.inMemory()
        try await closed.close()
        await #expect(throws: DatabaseError.closed) { _ = try await closed.outbox() }
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
