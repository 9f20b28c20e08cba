import Foundation
import PacelineLocal

/// A community of a server with two friends, Ana and Ben. Ana has a phone that works offline.
struct HybridScene {
    let server: InProcessServer
    let ana: Account
    let token: String
    /// With which Ana signs in.
    private let secret = Credential.newDeviceSecret()
    /// Ben, and Ana on another device, which are always online.
    let ben: any SocialServices
    let benID: Person.ID
    let online: any SocialServices
    let folder = FileManager.default.temporaryDirectory.appending(
        path: "paceline-hybrid-\(UUID().uuidString)")

    init() async throws { try await self.init(of: try await LocalCommunity.inMemory()) }

    /// - Parameter community: an empty one.
    init(of community: LocalCommunity) async throws {
        server = InProcessServer(community)
        let signedIn = try await community.signIn(
            with: .device(secret: secret), birthDate: Day("1990-05-01"))
        token = signedIn.token
        let online = community.session(for: signedIn.person.id)
        ana = try await online.setUsername("ana")
        let other = try await community.signIn(
            with: .device(secret: Credential.newDeviceSecret()), birthDate: Day("1990-05-01"))
        let ben = community.session(for: other.person.id)
        _ = try await ben.setUsername("ben")
        (self.online, self.ben, benID) = (online, ben, other.person.id)
        let request = try await ben.request(RequestDraft(to: .person(.id(ana.id))))
        _ = try await online.accept(request.id)
    }

    /// Runs a test, and removes what its phones have stored.
    static func run(_ body: (HybridScene) async throws -> Void) async throws {
        let scene = try await HybridScene()
        do {
            try await body(scene)
        } catch {
            try scene.removeFolder()
            throw error
        }
        try scene.removeFolder()
    }

    /// Ana's phone. Each call is a start of the app.
    /// - Parameter token: of a later sign-in; nil for that of the first one.
    func phone(
        token: String? = nil, isAutomatic: Bool = false, isActive: Bool = true, inMemory: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> HybridSession {
        try await HybridSession(
            at: InProcessServer.url, token: token ?? self.token, of: ana.id, in: inMemory ? nil : folder,
            transport: server, isAutomatic: isAutomatic, isActive: isActive, now: now)
    }

    /// Ana's phone, up to date, with kudos that wait, since the network is gone.
    func phoneWithWaitingKudos(to item: FeedItem.ID) async throws -> HybridSession {
        let phone = try await phone()
        try await phone.sync()
        try await giveKudosOffline(to: item, on: phone)
        return phone
    }

    /// Gives kudos on a phone without a connection. The network stays gone.
    func giveKudosOffline(to item: FeedItem.ID, on phone: HybridSession) async throws {
        server.network = .isGone
        _ = try await phone.services.giveKudos(to: item, big: false)
    }

    /// Signs Ana in again.
    func newToken() async throws -> String {
        try await server.community.signIn(with: .device(secret: secret), birthDate: nil).token
    }

    /// Runs a test with the phone, up to date.
    func withPhone(_ body: (HybridSession) async throws -> Void) async throws {
        let phone = try await phone()
        try await phone.sync()
        do {
            try await body(phone)
        } catch {
            try await phone.close()
            try removeFolder()
            throw error
        }
        try await phone.close()
        try removeFolder()
    }

    /// The databases of the phones and their logs, relative to the folder.
    var databaseFiles: [String] {
        let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        return files.filter { $0.contains("sqlite") }
    }

    func removeFolder() throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.removeItem(at: folder)
    }

    /// Ben's workout of some hours ago.
    func workoutOfBen(hoursAgo: Double = 2, _ title: String = "2000m") async throws -> FeedItem.ID {
        try await ben.publish(.hoursAgo(hoursAgo, title), as: Workout.ID(UUID()), ifMatch: nil).workout.id
            .item
    }
}

extension Game.ID {
    static let wordle = Game.ID("wordle")!
    static let connections = Game.ID("connections")!
}

extension WorkoutDraft {
    static func hoursAgo(_ hours: Double, _ title: String = "2000m") -> WorkoutDraft {
        WorkoutDraft(
            type: .rowing, title: title, startedAt: Date().addingTimeInterval(-3_600 * hours), duration: 600,
            visibility: .friends)
    }
}

extension FeedService {
    /// The workouts of the home feed: others are what they earned.
    func homeWorkouts() async throws -> [FeedItem] {
        try await feed(FeedQuery(), PageRequest(limit: 100)).items.filter { $0.workout != nil }
    }
}
