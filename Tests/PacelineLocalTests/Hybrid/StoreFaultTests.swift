import Foundation
import PacelineAPI
import PacelineDatabase
import PacelineTestSupport
import Testing

@testable import PacelineLocal
@testable import PacelineReplica

@Suite("A session whose file fails", .timeLimit(.minutes(2)))
struct StoreFaultTests {
    /// The file of the phone.
    private func file(_ scene: HybridScene) throws -> String {
        scene.folder.appending(path: try #require(scene.databaseFiles.first { $0.hasSuffix(".sqlite") })).path
    }

    /// The error of an action.
    private func error(of action: () async throws -> Void) async throws -> SocialError? {
        do {
            try await action()
            return nil
        } catch let error as SocialError {
            return error
        }
    }

    @Test("a damaged file is replaced: what waits is sent, and the rest is loaded anew")
    func damaged() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let first = try await scene.phoneWithWaitingKudos(to: item)
            try await first.close()
            let path = try file(scene)
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try handle.write(contentsOf: Data(repeating: 0xA5, count: 100))
            try handle.close()

            let second = try await scene.phone()
            #expect(try await second.waitingChanges().map(\.kind) == [.giveKudos])
            scene.server.network = .works
            #expect(try await second.sync().status.waiting == 0)
            #expect(try await second.services.homeWorkouts().map(\.id) == [item])
            #expect(try await scene.ben.item(item).kudosCount == 1)
            try await second.signOut()
            #expect(scene.databaseFiles == [], "signing out leaves no copy")
        }
    }

    @Test("after closing, calls say so: the storage is fine")
    func closed() async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            try await phone.close()
            #expect(try await error { _ = try await phone.services.me() } == .storageClosed)
            #expect(try await error { _ = try await phone.status } == .storageClosed)
        }
    }

    @Test("a process that follows another one does not show its own earlier failure")
    func follower() async throws {
        try await HybridScene.run { scene in
            let (first, second) = (try await scene.phone(), try await scene.phone())
            scene.server.network = .answersItself(EncodedResponse(status: 404, contentType: "text/html"))
            let failed = try await first.sync().status
            guard case .stopped = failed.phase else {
                Issue.record("\(failed)")
                return
            }
            // An extension of the app takes over.
            try await first.store.releaseLease()
            scene.server.network = .works
            try await second.sync()
            let status = try await first.sync().status
            guard case .synced = status.phase else {
                Issue.record("\(status)")
                return
            }
            try await first.close()
            try await second.close()
        }
    }

    @Test("on a full disk, a change that does not fit is not taken, and says why")
    func full() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            try await scene.giveKudosOffline(to: item, on: phone)
            try await phone.store.database.allow(morePages: 0)
            var draft = WorkoutDraft.hoursAgo(1)
            draft.detail = WorkoutDetail(notes: String(repeating: "Windy. ", count: 280))
            var failure: SocialError?
            for _ in 0..<100 where failure == nil {
                failure = try await error {
                    _ = try await phone.services.publish(draft, as: Workout.ID(UUID()), ifMatch: nil)
                }
            }
            #expect(failure == .storageFull)
            #expect(try await phone.services.item(item).hasKudos)
            let waiting = try await phone.waitingChanges().count
            #expect(waiting > 0)
            try await phone.store.database.allow(morePages: 10_000)
            scene.server.network = .works
            #expect(try await phone.sync().sent == waiting)
            #expect(try await scene.ben.item(item).kudosCount == 1)
        }
    }

    @Test("while another process locks the file, opening it and writing to it fail, and say why")
    func locked() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let phone = try await scene.phone()
            try await phone.sync()
            let other = try SQLiteDatabase(path: try file(scene), profile: .device)
            try await other.withWriteLock { try await expectLocked(scene, phone, item) }
            try await other.close()
            #expect(try await phone.waitingChanges() == [])
            _ = try await phone.services.giveKudos(to: item, big: false)
            #expect(try await phone.waitingChanges().map(\.kind) == [.giveKudos])
            let again = try await scene.phone()
            #expect(try await again.services.item(item).hasKudos)
            for phone in [phone, again] { try await phone.close() }
        }
    }

    @Test("after a sync could not write to the file, the next one comes by itself")
    func syncsAgain() async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            try await phone.sync()
            let other = try SQLiteDatabase(path: try file(scene), profile: .device)
            try await other.withWriteLock {
                let status = try await phone.sync().status
                #expect(status.phase == .stopped(.storageLocked))
            }
            try await other.close()
            var machine = await phone.runner.machine
            let soon = await phone.runner.now + SyncMachine.interval
            #expect(machine.wake(.timer, now: soon) == .prepare)
            try await phone.close()
        }
    }

    private func expectLocked(_ scene: HybridScene, _ phone: HybridSession, _ item: FeedItem.ID) async throws
    {
        let opening = try await error { _ = try await scene.phone() }
        #expect(opening == .storageLocked)
        let writing = try await error { _ = try await phone.services.giveKudos(to: item, big: false) }
        #expect(writing == .storageLocked)
    }

    @Test("a folder that cannot be used is said to be so")
    func folder() async throws {
        try await HybridScene.run { scene in
            // No user can create a folder in a file.
            try Data().write(to: scene.folder)
            let failure = try await error { _ = try await scene.phone() }
            #expect(failure?.code == .unavailable)
            #expect(failure?.message.contains("folder") == true)
        }
    }

    @Test("a file of a newer version is left as it is")
    func newer() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let phone = try await scene.phoneWithWaitingKudos(to: item)
            try await phone.store.database.write { connection in
                _ = try connection.execute("INSERT INTO migrations (name, applied_at) VALUES ('later', 1)")
            }
            try await phone.close()
            let failure = try await error { _ = try await scene.phone() }
            #expect(failure?.message.contains("newer version") == true)
            let database = try SQLiteDatabase(path: try file(scene), profile: .device)
            try await database.write { _ = try $0.execute("DELETE FROM migrations WHERE name = 'later'") }
            try await database.close()
            let again = try await scene.phone()
            #expect(try await again.waitingChanges().map(\.kind) == [.giveKudos])
            try await again.close()
        }
    }

    @Test("an update of the app loads anew, and keeps what waits and what was refused")
    func otherVersion() async throws {
        try await HybridScene.run { scene in
            let (gone, item) = (try await scene.workoutOfBen(hoursAgo: 3), try await scene.workoutOfBen())
            let phone = try await scene.phone()
            try await phone.sync()
            scene.server.network = .isGone
            _ = try await phone.services.comment(CommentDraft(text: "Nice"), on: gone)
            try await scene.ben.deleteWorkout(Workout.ID(gone.uuid))
            scene.server.network = .works
            #expect(try await phone.sync().status.refused == 1)
            try await scene.giveKudosOffline(to: item, on: phone)
            try await phone.store.database.write { _ = try $0.execute("UPDATE meta SET version = '0.0.1'") }
            try await phone.close()
            let updated = try await scene.phone()
            #expect(try await updated.waitingChanges().map(\.kind) == [.giveKudos])
            #expect(try await updated.refusedChanges().map(\.kind) == [.addComment])
            #expect(try await code { _ = try await updated.services.item(item) } == .offline)
            scene.server.network = .works
            #expect(try await updated.sync().status.waiting == 0)
            #expect(try await updated.services.item(item).hasKudos)
            try await updated.close()
        }
    }

    @Test("the files are their owner's only")
    func permissions() async throws {
        let scene = try await HybridScene()
        try await scene.withPhone { _ in
            let path = try file(scene)
            for suffix in ["", "-wal", "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(suffix)")
            }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let attributes = try FileManager.default.attributesOfItem(atPath: folder)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        }
    }
}
