import Foundation
import PacelineLocal
import Synchronization
import Testing

/// The tokens that the app keeps between launches.
struct SavedTokens: Codable, Equatable, Sendable {
    /// The session's; nil while signed out.
    var session: String?
    /// The client token of the last sign-in, which is kept when signing out.
    var client: String?
}

protocol TokenStore: Sendable {
    func load() throws -> SavedTokens
    func save(_ tokens: SavedTokens) throws
}

extension TokenStore {
    func save(_ signedIn: SignedIn) throws {
        try save(SavedTokens(session: signedIn.token, client: signedIn.clientToken))
    }
}

/// Signs in, keeps the tokens for the next launch, and opens the session.
func signIn<Service: SignInService>(
    username: String, password: String, in community: Service, keeping store: some TokenStore
) async throws -> Service.Services {
    let signedIn = try await community.signIn(with: .password(username: username, password: password))
    try store.save(signedIn)
    return try await community.services(token: signedIn.token)
}

/// Continues the session of the last launch.
/// - Returns: nil if the person has to sign in.
func restoreSession<Service: SignInService>(
    in community: Service, from store: some TokenStore
) async throws -> Service.Services? {
    var tokens = try store.load()
    guard let token = tokens.session else { return nil }
    do {
        return try await community.services(token: token)
    } catch let error as SocialError where error.code == .unauthenticated {
        tokens.session = nil
        try store.save(tokens)
        return nil
    }
}

/// Ends the session, and deletes its token. The client token stays for the next sign-in.
func signOut(of services: some SocialServices, forgettingTokenIn store: some TokenStore) async throws {
    try await services.signOut()
    var tokens = try store.load()
    tokens.session = nil
    try store.save(tokens)
}

/// A connection to the server, which recognises this client by its last sign-in.
func connect(to url: URL, from store: some TokenStore) throws -> RemoteServer {
    var server = RemoteServer(url: url)
    server.clientToken = try store.load().client
    return server
}

#if canImport(Security)
    import Security

    struct KeychainTokenStore: TokenStore {
        private var query: [CFString: Any] {
            [
                kSecClass: kSecClassGenericPassword, kSecAttrService: "paceline", kSecAttrAccount: "tokens",
                // On macOS, too: its other keychain knows no accessibility.
                kSecUseDataProtectionKeychain: true,
            ]
        }

        func load() throws -> SavedTokens {
            var result: CFTypeRef?
            let request = query.merging([kSecReturnData: true]) { $1 }
            let status = SecItemCopyMatching(request as CFDictionary, &result)
            guard status != errSecItemNotFound else { return SavedTokens() }
            guard status == errSecSuccess, let data = result as? Data else {
                throw KeychainError(status: status)
            }
            return try JSONDecoder().decode(SavedTokens.self, from: data)
        }

        func save(_ tokens: SavedTokens) throws {
            SecItemDelete(query as CFDictionary)
            // Readable while the device is locked, for background refreshes; never copied to another device.
            let item = query.merging([
                kSecValueData: try JSONEncoder().encode(tokens),
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
    private let tokens = Mutex(SavedTokens())

    func load() -> SavedTokens { tokens.withLock { $0 } }
    func save(_ tokens: SavedTokens) { self.tokens.withLock { $0 = tokens } }
}

@Suite("Snippets: saving a token") struct SavingATokenTests {
    @Test("Signing out deletes the session's token, but not the client token")
    func signingOut() async throws {
        let community = try await LocalCommunity.preview()
        let store = MemoryTokenStore()
        let maya = try await signIn(
            username: "maya", password: LocalCommunity.Preview.password, in: community, keeping: store)
        let saved = store.load()
        let token = try #require(saved.session)
        try await signOut(of: maya, forgettingTokenIn: store)
        #expect(store.load() == SavedTokens(session: nil, client: saved.client))
        await #expect {
            _ = try await community.services(token: token)
        } throws: { ($0 as? SocialError)?.code == .unauthenticated }
    }

    @Test("A saved token continues the session; a revoked one is deleted, but not the client token")
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
        let tokens = store.load()
        #expect(tokens.session == nil)
        #expect(tokens.client != nil)
        let server = try connect(to: try #require(URL(string: "https://social.example")), from: store)
        #expect(server.clientToken == tokens.client)
    }
}
