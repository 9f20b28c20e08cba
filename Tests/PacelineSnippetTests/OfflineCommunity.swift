import Foundation
import PacelineLocal
import Testing

/// The folder that an app keeps its own files in.
let applicationSupport = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]

func openCommunity(in folder: URL = applicationSupport) async throws -> LocalCommunity {
    let community = try await LocalCommunity(at: folder.appending(path: "community.sqlite"))
    try await community.runMaintenance()
    return community
}

/// Closes the community before the app is suspended. Call its methods when the app's scene phase changes.
@MainActor final class CommunityHolder {
    private let folder: URL
    private var lastChange: Task<Void, any Error>?
    private(set) var community: LocalCommunity?

    init(in folder: URL = applicationSupport) {
        self.folder = folder
    }

    func enterForeground() async throws {
        try await inOrder { holder in
            guard holder.community == nil else { return }
            holder.community = try await openCommunity(in: holder.folder)
        }
    }

    func enterBackground() async throws {
        try await inOrder { holder in
            let open = holder.community
            holder.community = nil
            try await open?.close()
        }
    }

    /// Waits for the change before, since a scene phase can change again while the file is being opened.
    private func inOrder(_ change: @escaping @MainActor (CommunityHolder) async throws -> Void) async throws {
        let task = Task { [lastChange] in
            _ = await lastChange?.result
            try await change(self)
        }
        lastChange = task
        try await task.value
    }
}

/// The account of the person who owns this device, made at the first start. If other people have accounts
/// in the community too, let the person choose the username: a random one can be taken.
func owner(of community: LocalCommunity, deviceSecret: String) async throws -> Account {
    let account = try await community.signIn(with: .device(secret: deviceSecret)).person
    guard account.username == nil else { return account }
    return try await community.session(for: account.id).setUsername("me_\(Int.random(in: 1_000...9_999))")
}

#if canImport(Darwin)
    /// The folder that the app and its extensions share, readable from the first unlock after a restart.
    func sharedFolder(of appGroup: String) throws -> URL? {
        let files = FileManager.default
        let container = files.containerURL(forSecurityApplicationGroupIdentifier: appGroup)
        guard let folder = container?.appending(path: "Community") else { return nil }
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
        return folder
    }
#endif

#if canImport(Darwin)
    /// Leaves the community out of backups and transfers to a new device, with all files in its folder.
    func excludeFromBackups(_ folder: URL) throws {
        var folder = folder
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try folder.setResourceValues(values)
    }
#endif

@Suite("Snippets: offline") struct OfflineCommunityTests {
    @Test("The community is closed in the background and opened again")
    @MainActor func suspending() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let holder = CommunityHolder(in: folder)
        try await holder.enterForeground()
        let first = try #require(holder.community)
        try await holder.enterBackground()
        #expect(holder.community == nil)
        await #expect(throws: SocialError.self) {
            _ = try await first.signIn(with: .device(secret: Credential.newDeviceSecret()))
        }
        try await holder.enterForeground()
        #expect(holder.community != nil)
        try await holder.enterBackground()
    }

    @Test("A change of the scene phase waits for the one before")
    @MainActor func quickChanges() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let holder = CommunityHolder(in: folder)
        let changes = [
            Task { try await holder.enterForeground() }, Task { try await holder.enterForeground() },
            Task { try await holder.enterBackground() },
        ]
        for change in changes { try await change.value }
        #expect(holder.community == nil)
    }

    @Test("The owner is the same after the file is opened again")
    func reopening() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let secret = Credential.newDeviceSecret()
        let first = try await openCommunity(in: folder)
        let account = try await owner(of: first, deviceSecret: secret)
        #expect(account.username?.hasPrefix("me_") == true)
        try await first.close()
        let second = try await openCommunity(in: folder)
        #expect(try await owner(of: second, deviceSecret: secret).username == account.username)
        try await second.close()
    }
}
