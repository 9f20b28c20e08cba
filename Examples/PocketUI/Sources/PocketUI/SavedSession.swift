import Foundation
import PacelineLocal
import Security

/// What the app keeps to open the session again, in the Keychain.
struct SavedSession: Codable {
    var token: String
    var person: Person.ID

    private static let query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "PocketUI", kSecAttrAccount: "session",
        // On macOS, too: its other keychain knows no accessibility.
        kSecUseDataProtectionKeychain: true,
    ]

    static func read() -> SavedSession? {
        var (query, result) = (query, nil as CFTypeRef?)
        query[kSecReturnData] = true
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess, let data = result as? Data
        else { return nil }
        return try? JSONDecoder().decode(SavedSession.self, from: data)
    }

    func write() throws {
        Self.remove()
        var query = Self.query
        query[kSecValueData] = try JSONEncoder().encode(self)
        // Background tasks need it while the device is locked.
        query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        let status = SecItemAdd(query as CFDictionary, nil)
        guard status == errSecSuccess else {
            throw SocialError(.unavailable, "The Keychain cannot be used now (\(status)).")
        }
    }

    static func remove() { SecItemDelete(query as CFDictionary) }
}
