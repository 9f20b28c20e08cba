import Foundation
import Testing

@testable import PacelineLocal

/// Ana's phone, on which she used the app without an account before she signed in.
struct MergeScene {
    let hybrid: HybridScene
    let file: URL
    let local: Person.ID
    /// The photo of each workout that has one, and her picture.
    let photo: [UInt8]
    /// The header of her profile.
    let header: [UInt8]
    let workouts: [Workout.ID]
    /// Every third workout has one, beginning with the first.
    var photos: [Workout.ID] { workouts.enumerated().filter { $0.offset % 3 == 0 }.map(\.element) }
    let days: [Day]

    /// Runs a test, and removes what was stored.
    /// - Parameters:
    ///   - workouts: how many workouts, visible to friends there.
    ///   - days: on how many days she has two scores.
    static func run(
        workouts: Int = 4, days: Int = 2, _ body: (MergeScene) async throws -> Void
    ) async throws {
        let scene = try await MergeScene(workouts: workouts, days: days)
        do {
            try await body(scene)
        } catch {
            try scene.hybrid.removeFolder()
            throw error
        }
        try scene.hybrid.removeFolder()
    }

    private init(workouts count: Int, days dayCount: Int) async throws {
        hybrid = try await HybridScene()
        file = hybrid.folder.appending(path: "local/community.sqlite")
        photo = try await hybrid.ben.friendCodeQRCode(as: .png).bytes
        header = try await hybrid.online.friendCodeQRCode(as: .png).bytes
        let today = Day(of: Date(), in: .gmt)
        days = (1...max(1, dayCount)).map { today.adding(days: -$0) }
        workouts = (0..<count).map { _ in Workout.ID(UUID()) }
        let community = try await LocalCommunity(at: file)
        local = try await community.signIn(
            with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01")
        ).person.id
        let services = community.session(for: local)
        _ = try await services.setUsername("ana_alone")
        for start in stride(from: 0, to: count, by: IdentifiedDraft.batchLimit) {
            let drafts = (start..<min(start + IdentifiedDraft.batchLimit, count)).map {
                IdentifiedDraft(id: workouts[$0], draft: .hoursAgo(Double(2 * $0 + 3), "Row \($0)"))
            }
            for result in try await services.publish(drafts) { try #require(result.error == nil) }
        }
        for id in photos { try await services.setPhoto(photo, of: id) }
        _ = try await services.setAvatar(photo)
        _ = try await services.setHeader(header)
        for day in days {
            let scores = [Game.ID.wordle, .connections].map {
                DailyScore(game: $0, draft: ScoreDraft(score: 2, isCompleted: true, visibility: .friends))
            }
            for result in try await services.publishDailyScores(scores, on: day) {
                try #require(result.error == nil)
            }
        }
        try await community.close()
    }

    /// How many things are merged.
    var total: Int { workouts.count + photos.count + 2 + 2 * days.count }
    var fileExists: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// Opens both, as a start of the app does, and closes them at the end.
    /// - Parameters:
    ///   - token: of a later sign-in; nil for that of the first one.
    ///   - isActive: false opens the session suspended. Once resumed, it syncs by itself.
    func withApp(
        token: String? = nil, isActive: Bool = true, now: @escaping @Sendable () -> Date = { Date() },
        _ body: (HybridSession, LocalCommunity) async throws -> Void
    ) async throws {
        let phone = try await hybrid.phone(token: token, isAutomatic: !isActive, isActive: isActive)
        let community = try await LocalCommunity(at: file, now: now)
        do {
            try await body(phone, community)
        } catch {
            try await phone.close()
            try await community.close()
            throw error
        }
        try await phone.close()
        try await community.close()
    }

    /// Merges until the end, in one start of the app.
    func merge(
        visibility: ItemVisibility = .private, discardingRefusedPictures isDiscarding: Bool = false,
        token: String? = nil
    ) async throws -> MergeReport {
        var report = MergeReport()
        try await withApp(token: token) { phone, community in
            report = try await phone.merge(
                community, of: local, visibility: visibility, discardingRefusedPictures: isDiscarding,
                retry: .immediate
            ).finish()
        }
        return report
    }

    /// Signs Ana in again after her session ended, and merges until the end.
    func mergeAfterSigningInAgain() async throws -> MergeReport {
        try await merge(token: try await hybrid.newToken())
    }

    /// Expects that another device sees everything once.
    func expectMerged(visibility: ItemVisibility = .private, keeping kept: Int = 0) async throws {
        let device = try await hybrid.phone(inMemory: true)
        try await device.sync()
        var (shown, page) = ([] as [FeedItem], PageRequest(limit: 100))
        repeat {
            let found = try await device.services.feed(FeedQuery(), page)
            shown += found.items
            page.cursor = found.next
        } while page.cursor != nil
        let mine = shown.compactMap(\.workout)
        #expect(mine.map(\.title).sorted() == workouts.indices.map { "Row \($0)" }.sorted())
        #expect(mine.allSatisfy { $0.visibility == visibility })
        for id in photos { #expect(try await device.services.photo(of: id).bytes == photo) }
        #expect(try await device.services.avatar(of: .me).bytes == photo)
        #expect(try await device.services.header(of: .me).bytes == header)
        let scores = try await device.services.scores(of: .me, from: nil, to: nil, PageRequest(limit: 100))
            .items
        #expect(scores.count == 2 * days.count)
        #expect(scores.count { $0.score == 2 } == 2 * days.count - kept)
        try await device.close()
        #expect(!fileExists)
    }
}

extension RetryPolicy {
    /// Six retries without pauses.
    static let immediate = RetryPolicy(retries: 6, maximumRetryAfter: 900, sleep: { _ in })
}
