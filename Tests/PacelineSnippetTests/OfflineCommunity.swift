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

/// The account of the person who owns this device, made at the first start. If other people have accounts
/// in the community too, let the person choose the username: a random one can be taken.
func owner(of community: LocalCommunity, deviceSecret: String) async throws -> Account {
    let account = try await community.signIn(with: .device(secret: deviceSecret)).person
    guard account.username == nil else { return account }
    return try await community.session(for: account.id).setUsername("me_\(Int.random(in: 1_000...9_999))")
}

#if os(iOS) || os(watchOS) || os(tvOS) || os(visionOS)
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
