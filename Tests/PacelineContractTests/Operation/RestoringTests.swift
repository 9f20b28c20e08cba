import Foundation
import Paceline
import PacelineDatabase
import PacelineEngine
import Testing

@Suite("Going on after a copy was put in the original's place", .timeLimit(.minutes(10)), .serialized)
struct RestoringTests {
    @Test(
        "whoever was not further than the copy goes on, everybody else is told to load anew",
        arguments: CopiedCommunity.kinds)
    func restored(_ kind: CopiedCommunity.Kind) async throws {
        try await CopiedCommunity.run(kind) { community in
            let (token, early) = try await community.inOriginal { ana in
                (ana.token, try await ana.publishesAndKeepsPlace("1", "2"))
            }
            try await community.copy(times: 2)
            let late = try await community.inOriginal(as: token) { ana in
                try await ana.publishesAndKeepsPlace("lost 1", "lost 2")
            }
            let between = try await community.inCopy(0, as: token) { ana in
                let between = try await ana.publishesAndKeepsPlace("3", "4", "5")
                try await ana.goesOn(from: early, hearing: ["2", "3", "4", "5"])
                try await ana.goesOn(from: early.withoutName, hearing: ["2", "3", "4", "5"])
                try await ana.loadsAnew(from: late)
                try await ana.hasLost(late.withoutName)
                return between
            }
            // The same copy once more.
            try await community.inCopy(1, as: token) { ana in
                _ = try await ana.publishesAndKeepsPlace("6", "7", "8", "9")
                try await ana.goesOn(from: early, hearing: ["2", "6", "7", "8", "9"])
                try await ana.loadsAnew(from: late)
                try await ana.loadsAnew(from: between)
            }
        }
    }

    @Test("a server that is started again goes on as it was", arguments: CopiedCommunity.kinds)
    func startedAgain(_ kind: CopiedCommunity.Kind) async throws {
        try await CopiedCommunity.run(kind) { community in
            let (token, place) = try await community.inOriginal { ana in
                (ana.token, try await ana.publishesAndKeepsPlace("1", "2"))
            }
            try await community.copy(times: 1)
            try await community.inOriginal(as: token) { ana in
                let again = try await ana.publishesAndKeepsPlace("3")
                #expect(again.position.log == place.position.log)
                try await ana.goesOn(from: place, hearing: ["2", "3"])
            }
        }
    }
}

/// What an app keeps to go on with: the token after what it has been told, and the stream's place one event before.
private struct KeptPlace {
    var position: LogPosition
    let token: ChangeToken

    /// As it was given out before logs had names.
    var withoutName: KeptPlace {
        var place = self
        place.position.log = nil
        return place
    }
}

extension Member {
    /// - Returns: where the stream stood before the last of them, and changes after it.
    fileprivate func publishesAndKeepsPlace(_ titles: String...) async throws -> KeptPlace {
        for title in titles.dropLast() { try await publishes(title) }
        let listener = try await listens()
        if let last = titles.last { try await publishes(last) }
        let place = listener.position
        #expect(place.log != nil)
        return KeptPlace(position: place, token: try await services.changes(since: nil).next)
    }

    fileprivate func goesOn(
        from place: KeptPlace, hearing titles: [String], _ source: SourceLocation = #_sourceLocation
    ) async throws {
        let heard = try await listens(after: place.position).catchesUp()
        #expect(
            heard.map(\.summary) == titles.map { "item \($0)" }, "\(place.position)", sourceLocation: source)
        let changes = try await services.changes(since: place.token).changes
        #expect(changes.map { $0.item?.workout?.title ?? "?" } == Array(titles.dropFirst()))
    }

    fileprivate func hasLost(_ place: KeptPlace) async throws {
        #expect(try await listens(after: place.position).catchesUp() == [.reset])
    }

    fileprivate func loadsAnew(from place: KeptPlace) async throws {
        try await hasLost(place)
        await expectError(.changesExpired, field: "since") {
            try await services.changes(since: place.token)
        }
    }
}
