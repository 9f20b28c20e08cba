import Foundation
import PacelineTestSupport
import Testing

@testable import PacelineLocal

@Suite("Signing out on a device", .timeLimit(.minutes(1)))
struct SigningOutTests {
    /// Whether the server takes the token.
    private func isSignedIn(_ scene: HybridScene) async throws -> Bool {
        try await code { _ = try await scene.server.community.services(token: scene.token).me() } == nil
    }

    /// The file that a phone locks while it opens the store.
    private func lock(_ scene: HybridScene) throws -> String {
        let file = try #require(scene.databaseFiles.first { $0.hasSuffix(".sqlite") })
        return scene.folder.appending(path: file).path + "-lock"
    }

    @Test("signing out keeps what waits unless it is discarded, and then leaves nothing")
    func signingOut() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let phone = try await scene.phoneWithWaitingKudos(to: item)
            #expect(try await code { try await phone.signOut() } == .notAllowed)
            #expect(try await phone.services.item(item).hasKudos)
            scene.server.network = .works
            try await phone.signOut(discarding: true)
            #expect(scene.databaseFiles == [])
            try await phone.close()
            #expect(try await scene.ben.item(item).kudosCount == 0)
            #expect(try await !isSignedIn(scene))
        }
    }

    @Test("after signing out, calls and live streams end, and a second sign-out leaves a later session alone")
    func signedOut() async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone(isAutomatic: true)
            let (opened, opening) = AsyncStream.makeStream(of: Void.self)
            let events = Task {
                defer { opening.finish() }
                for try await event in phone.services.events(after: nil, watching: [])
                where event.content == .upToDate { opening.finish() }
            }
            for await _ in opened {}
            try await phone.sync()
            try await phone.signOut()
            #expect(try await code { _ = try await phone.services.me() } == .unauthenticated)
            #expect(try await code { try await phone.sync() } == .unauthenticated)
            #expect(try await code { _ = try await phone.status } == .unauthenticated)
            #expect(try await code { try await events.value } == .unauthenticated)
            try await phone.suspend()
            #expect(try await code { try await phone.sync(until: .now + .seconds(20)) } == .unauthenticated)
            #expect(try await code { _ = try await phone.services.me() } == .unauthenticated)

            let later = try await scene.phone(token: try await scene.newToken())
            try await later.sync()
            try await phone.signOut()
            #expect(scene.databaseFiles != [])
            try await later.close()
        }
    }

    @Test("the session ends on a server that is too busy to say whose it is")
    func busyServer() async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            scene.server.refusal = { request in
                request.method == .get ? SocialError(.busy, "Too many requests.", retryAfter: 1) : nil
            }
            try await phone.signOut()
            try await phone.close()
            scene.server.refusal = { _ in nil }
            #expect(try await !isSignedIn(scene))
        }
    }

    @Test("a late sign-out by another process leaves a later session of the same person alone")
    func late() async throws {
        try await HybridScene.run { scene in
            let item = try await scene.workoutOfBen()
            let (app, widget) = (try await scene.phone(), try await scene.phone())
            try await app.sync()
            try await app.signOut()
            let token = try await scene.newToken()
            let later = try await scene.phone(token: token)
            try await later.sync()
            try await scene.giveKudosOffline(to: item, on: later)
            try await widget.signOut()
            #expect(try await code { _ = try await widget.services.me() } == .unauthenticated)
            try await later.close()

            let last = try await scene.phone(token: token)
            #expect(try await last.waitingChanges().map(\.kind) == [.giveKudos])
            scene.server.network = .works
            #expect(try await last.sync().status.waiting == 0)
            #expect(try await scene.ben.item(item).kudosCount == 1)
            try await last.close()
        }
    }

    @Test("signing out returns when the files are removed, and closing the session waits for the server")
    func serverLast() async throws {
        try await HybridScene.run { scene in
            let (released, release) = AsyncStream<Void>.makeStream()
            let phone = try await HybridSession(
                at: InProcessServer.url, token: scene.token, of: scene.ana.id, in: scene.folder,
                transport: HeldSignOut(base: scene.server, released: released), isAutomatic: false,
                now: { Date() })
            try await phone.sync()
            try await phone.signOut()
            #expect(scene.databaseFiles == [])
            #expect(try await isSignedIn(scene))
            async let closing: Void = phone.close()
            release.finish()
            try await closing
            #expect(try await !isSignedIn(scene))
        }
    }

    @Test("a suspended session cannot sign out before it resumes")
    func suspended() async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            try await phone.sync()
            try await phone.suspend()
            #expect(try await code { try await phone.signOut() } == .unavailable)
            #expect(scene.databaseFiles != [])
            try await phone.resume()
            #expect(try await phone.services.me().id == scene.ana.id)
            try await phone.signOut()
            #expect(scene.databaseFiles == [])
        }
    }

    @Test("a person can sign out where the file cannot be locked", arguments: [false, true])
    func withoutLock(isFolderGone: Bool) async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            try await phone.sync()
            if isFolderGone {
                try scene.removeFolder()
            } else {
                let lock = try lock(scene)
                try FileManager.default.removeItem(atPath: lock)
                try FileManager.default.createSymbolicLink(
                    atPath: lock, withDestinationPath: scene.folder.appending(path: "missing/lock").path)
                try await scene.phone().close()
            }
            try await phone.signOut()
            #expect(scene.databaseFiles == [])
            try await phone.close()
            #expect(try await !isSignedIn(scene))
        }
    }

    @Test("if a file cannot be removed, the person can sign out again")
    func again() async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            try await phone.sync()
            let lock = try lock(scene)
            try FileManager.default.removeItem(atPath: lock)
            // It can neither be opened nor removed like a file.
            try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
            #expect(try await code { try await phone.signOut() } == .unavailable)
            #expect(try await isSignedIn(scene))
            try FileManager.default.removeItem(atPath: lock)
            try await phone.signOut()
            #expect(scene.databaseFiles == [])
            try await phone.close()
            #expect(try await !isSignedIn(scene))
        }
    }

    @Test("a session that was suspended and closed says that it is closed")
    func closed() async throws {
        try await HybridScene.run { scene in
            let phone = try await scene.phone()
            try await phone.suspend()
            try await phone.close()
            let error = await #expect(throws: SocialError.self) {
                try await phone.sync(until: .now + .seconds(20))
            }
            #expect(error == .storageClosed)
        }
    }
}

/// Holds the request that ends the session on the server.
private struct HeldSignOut: Transport {
    let base: InProcessServer
    /// Ends when the request may go on.
    let released: AsyncStream<Void>

    func send(_ request: OutgoingRequest) async throws -> EncodedResponse {
        if request.method == .delete { for await _ in released {} }
        return try await base.send(request)
    }

    func stream(_ request: OutgoingRequest) async throws -> StreamedResponse {
        try await base.stream(request)
    }
}
