import Foundation
import Paceline
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineReplica

@Suite("Signing out while other processes use the store", .timeLimit(.minutes(5)))
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

    @Test("while the files are removed, no process opens the store, and one that waits gets a new file")
    func exclusion() async throws {
        let folder = try Folder()
        let path = folder.file("replica.sqlite").path
        let store = try await ReplicaStore.open(at: path)
        let opening = try await store.excludingOpenings {
            await #expect(throws: DatabaseError.busy) { _ = try await ReplicaStore.open(at: path) }
            let opening = Task { try await ReplicaStore.open(at: path) }
            #expect(try await store.signOut(discarding: false))
            try await store.close()
            try store.removeFiles()
            return opening
        }
        let opened = try await opening.value
        #expect(try await queue(1, in: opened) == 1)
        let again = try await ReplicaStore.open(at: path)
        #expect(try await again.outbox().commands.count == 1, "both have the same file")
        try await opened.close()
        try await again.close()
    }

    @Test("a process that waited for a lock whose file was removed locks the new one")
    func removedLock() async throws {
        let folder = try Folder()
        let path = folder.file("replica.sqlite").path
        let removing = try await ReplicaFileLock(of: path, for: .exclusive)
        let waiting = Task { try await ReplicaFileLock(of: path, for: .exclusive) }
        #if os(Linux)
            let deadline = ContinuousClock.now + .seconds(4)
            while try openFiles(at: path + "-lock") < 2, ContinuousClock.now < deadline { await Task.yield() }
            #expect(try openFiles(at: path + "-lock") == 2, "it waits for the old file")
        #endif
        try ReplicaFileLock.removeFile(of: path)
        removing.release()
        let held = try await waiting.value
        await #expect(throws: DatabaseError.busy) { _ = try await ReplicaStore.open(at: path) }
        held.release()
        try await ReplicaStore.open(at: path).close()
    }

    #if os(Linux)
        /// How often this process has a file open.
        private func openFiles(at path: String) throws -> Int {
            let files = FileManager.default
            return try files.contentsOfDirectory(atPath: "/proc/self/fd").count {
                // Other tests close files meanwhile.
                (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
            }
        }
    #endif

    @Test("only the files of the session that has ended are removed, by any process that had them open")
    func ownership() async throws {
        let folder = try Folder()
        let path = folder.file("replica.sqlite").path
        let (app, share, widget) = (
            try await ReplicaStore.open(at: path), try await ReplicaStore.open(at: path),
            try await ReplicaStore.open(at: path)
        )
        #expect(try await app.signOut(discarding: false))
        // The app was killed before it removed the files.
        try await app.close()
        #expect(try await !share.signOut(discarding: false))
        #expect(try await share.isFileOfEndedSession())
        try await share.close()
        try share.removeFiles()
        #expect(try await share.isFileOfEndedSession(), "there is none")

        let later = try await ReplicaStore.open(at: path)
        #expect(try await !widget.signOut(discarding: false))
        #expect(try await !widget.isFileOfEndedSession())
        try await widget.close()
        try await later.close()
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
