import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Replacing a community by its copy", .timeLimit(.minutes(10)), .serialized)
struct RestoringTests {
    @Test(
        "clients not ahead of the copy resume, all others must reload",
        arguments: CopiedCommunity.kinds)
    func restored(_ kind: CopiedCommunity.Kind) async throws {
        try await CopiedCommunity.run(kind) { community in
            let (token, early) = try await community.inOriginal { ana in
                (ana.token, try await ana.publishesAndSaves("1", "2"))
            }
            try await community.copy(times: 2)
            let late = try await community.inOriginal(as: token) { ana in
                try await ana.publishesAndSaves("lost 1", "lost 2")
            }
            let between = try await community.inCopy(0, as: token) { ana in
                let between = try await ana.publishesAndSaves("3", "4", "5")
                try await ana.resumes(from: early, receiving: ["2", "3", "4", "5"])
                try await ana.resumes(from: early.withoutEpoch, receiving: ["2", "3", "4", "5"])
                try await ana.mustReload(from: late)
                try await ana.isReset(late.withoutEpoch)
                return between
            }
            // The same copy again.
            try await community.inCopy(1, as: token) { ana in
                _ = try await ana.publishesAndSaves("6", "7", "8", "9")
                try await ana.resumes(from: early, receiving: ["2", "6", "7", "8", "9"])
                try await ana.mustReload(from: late)
                try await ana.mustReload(from: between)
            }
        }
    }

    @Test("a restarted server continues the log", arguments: CopiedCommunity.kinds)
    func startedAgain(_ kind: CopiedCommunity.Kind) async throws {
        try await CopiedCommunity.run(kind) { community in
            let (token, state) = try await community.inOriginal { ana in
                (ana.token, try await ana.publishesAndSaves("1", "2"))
            }
            try await community.copy(times: 1)
            try await community.inOriginal(as: token) { ana in
                let again = try await ana.publishesAndSaves("3")
                #expect(again.position.epoch == state.position.epoch)
                try await ana.resumes(from: state, receiving: ["2", "3"])
            }
        }
    }
}

/// What an app saves to resume: a change token, and the stream position one event before it.
private struct SavedState {
    var position: LogPosition
    let token: ChangeToken

    /// A position from before epochs were introduced.
    var withoutEpoch: SavedState {
        var state = self
        state.position.epoch = nil
        return state
    }
}

extension Member {
    /// - Returns: the stream position before the last workout, and the token after it.
    fileprivate func publishesAndSaves(_ titles: String...) async throws -> SavedState {
        for title in titles.dropLast() { try await publishes(title) }
        let listener = try await listens()
        if let last = titles.last { try await publishes(last) }
        let position = listener.position
        #expect(position.epoch != nil)
        return SavedState(position: position, token: try await services.changes(since: nil).next)
    }

    fileprivate func resumes(
        from state: SavedState, receiving titles: [String], _ source: SourceLocation = #_sourceLocation
    ) async throws {
        let heard = try await listens(after: state.position).catchesUp()
        #expect(
            heard.map(\.summary) == titles.map { "item \($0)" }, "\(state.position)", sourceLocation: source)
        let changes = try await services.changes(since: state.token).changes
        #expect(changes.map { $0.item?.workout?.title ?? "?" } == Array(titles.dropFirst()))
    }

    fileprivate func isReset(_ state: SavedState) async throws {
        #expect(try await listens(after: state.position).catchesUp() == [.reset])
    }

    fileprivate func mustReload(from state: SavedState) async throws {
        try await isReset(state)
        await expectError(.changesExpired, field: "since") {
            try await services.changes(since: state.token)
        }
    }
}
