import Foundation
import PacelineLocal
import Testing

@testable import PacelineReplica

@Suite("Changes that wait or were refused", .timeLimit(.minutes(1)))
struct QueuedChangeTests {
    @Test("every kind of change has a title of its own")
    func titles() {
        let known = QueuedChangeKind.allCases.filter { $0 != .unknown }
        #expect(Set(known.map(\.rawValue)) == Set(CommandKind.allCases.map(\.rawValue)))
        #expect(Set(QueuedChangeKind.allCases.map(\.title)).count == QueuedChangeKind.allCases.count)
        #expect(QueuedChangeKind.allCases.allSatisfy { $0.title.first?.isUppercase == true })
    }

    @Test("what waits is listed with its content and time until the server has it")
    func waiting() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { phone in
            #expect(try await phone.waitingChanges() == [])
            scene.server.network = .isGone
            let start = Date()
            _ = try await phone.services.giveKudos(to: item, big: false)
            scene.server.network = .losesAnswers
            try await phone.sync()
            scene.server.network = .isGone
            _ = try await phone.services.comment(CommentDraft(text: "Well rowed!"), on: item)
            let waiting = try await phone.waitingChanges()
            #expect(waiting.map(\.kind) == [.giveKudos, .addComment])
            #expect(waiting.map(\.kind.title) == ["Give kudos", "Comment"])
            #expect(waiting.map(\.isSent) == [true, false])
            #expect(waiting.allSatisfy { abs($0.madeAt.timeIntervalSince(start)) < 60 })
            let content = try JSONSerialization.jsonObject(with: try #require(waiting.last?.content))
            #expect((content as? [String: Any])?["text"] as? String == "Well rowed!")
            scene.server.network = .works
            let report = try await phone.sync()
            #expect(report.status.waiting == 0)
            #expect(try await phone.waitingChanges() == [])
        }
    }

    @Test("while another process syncs, the status is that of the other one")
    func leased() async throws {
        let scene = try await HybridScene()
        let item = try await scene.workoutOfBen()
        try await scene.withPhone { app in
            let widget = try await scene.phone()
            #expect(isSynced(try await widget.sync().status), "the app is in sync")
            _ = try await widget.services.giveKudos(to: item, big: false)
            #expect(try await widget.sync().status.phase == .syncing, "the app will send it")
            scene.server.network = .isGone
            guard case .offline(let since) = try await app.sync().status.phase else {
                Issue.record("the app is offline")
                return
            }
            guard case .offline(let same) = try await widget.sync().status.phase else {
                Issue.record("the extension waits for a server, too")
                return
            }
            #expect(abs(since.timeIntervalSince(same)) < 0.01)
            scene.server.network = .works
            #expect(isSynced(try await app.sync().status))
            #expect(isSynced(try await widget.sync().status))
            try await widget.close()
        }
    }

    private func isSynced(_ status: SyncStatus) -> Bool {
        if case .synced = status.phase { status.waiting == 0 } else { false }
    }
}
