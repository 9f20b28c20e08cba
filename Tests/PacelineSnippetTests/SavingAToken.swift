import Foundation
import PacelineLocal
import Synchronization
import Testing

/// Where the app keeps its session token between launches.
protocol TokenStore: Sendable {
    func load() throws -> String?
    func save(_ token: String?) throws
}

/// Signs in, keeps the token for the next launch, and opens the session.
func signIn<Service: SignInService>(
    username: String, password: String, in community: Service, keeping store: some TokenStore
) async throws -> Service.Services {
    let signedIn = try await community.signIn(with: .password(username: username, password: password))
    try store.save(signedIn.token)
    return try await community.services(token: signedIn.token)
}

/// Continues the session of the last launch.
/// - Returns: nil if the person has to sign in.
func restoreSession<Service: SignInService>(
    in community: Service, from store: some TokenStore
) async throws -> Service.Services? {
    guard let token = try store.load() else { return nil }
    do {
        return try await community.services(token: token)
    } catch let error as SocialError where error.code == .unauthenticated {
        try store.save(nil)
        return nil
    }
}

#if canImport(Security)
    import Security

    struct KeychainTokenStore: TokenStore {
        private var query: [CFString: Any] {
            [kSecClass: kSecClassGenericPassword, kSecAttrService: "paceline", kSecAttrAccount: "session"]
        }

        func load() throws -> String? {
            var result: CFTypeRef?
            let request = query.merging([kSecReturnData: true]) { $1 }
            let status = SecItemCopyMatching(request as CFDictionary, &result)
            guard status != errSecItemNotFound else { return nil }
            guard status == errSecSuccess, let data = result as? Data else {
                throw KeychainError(status: status)
            }
            return String(decoding: data, as: UTF8.self)
        }

        func save(_ token: String?) throws {
            SecItemDelete(query as CFDictionary)
            guard let token else { return }
            // Readable while the device is locked, for background refreshes; never copied to another device.
            let item = query.merging([
                kSecValueData: Data(token.utf8),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]) { $1 }
            let status = SecItemAdd(item as CFDictionary, nil)
            guard status == errSecSuccess else { throw KeychainError(status: status) }
        }
    }

    struct KeychainError: Error {
        let status: OSStatus
    }
#endif

final class MemoryTokenStore: TokenStore {
    private let token = Mutex<String?>(nil)

    func load() -> String? { token.withLock { $0 } }
    func save(_ token: String?) { self.token.withLock { $0 = token } }
}

@Suite("Snippets: saving a token") struct SavingATokenTests {
    @Test("A saved token continues the session; one that was revoked is forgotten")
    func restoring() async throws {
        let community = try await LocalCommunity.preview()
        let store = MemoryTokenStore()
        #expect(try await restoreSession(in: community, from: store) == nil)
        let signedIn = try await signIn(
            username: "maya", password: LocalCommunity.Preview.password, in: community, keeping: store)
        #expect(try await signedIn.me().username == "maya")
        let maya = try #require(try await restoreSession(in: community, from: store))
        #expect(try await maya.me().username == "maya")
        try await maya.signOut()
        #expect(try await restoreSession(in: community, from: store) == nil)
        #expect(store.load() == nil)
    }
}
