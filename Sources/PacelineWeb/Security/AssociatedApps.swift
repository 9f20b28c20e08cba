import Foundation
import Paceline
import PacelineEngine

/// The files in which operating systems look up the apps that may use the passkeys of this site.
enum AssociatedApps {
    /// The file for Apple's platforms.
    static func showApple(_ request: WebRequest) async throws -> PageResponse {
        let apps = request.engine.environment.passkeyApps.compactMap { app -> String? in
            if case .apple(let identifier) = app { identifier } else { nil }
        }
        return try json(["webcredentials": ["apps": apps]])
    }

    /// The file for Android, which demands both relations for passkeys.
    static func showAndroid(_ request: WebRequest) async throws -> PageResponse {
        try json(
            request.engine.environment.passkeyApps.compactMap { app -> AssetLink? in
                guard case .android(let package, let certificate) = app else { return nil }
                return AssetLink(
                    relation: [
                        "delegate_permission/common.handle_all_urls",
                        "delegate_permission/common.get_login_creds",
                    ],
                    target: .init(
                        package: package, fingerprints: [PasskeyApp.fingerprint(of: certificate)]))
            })
    }

    private static func json(_ value: some Encodable) throws -> PageResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return PageResponse(
            content: .bytes(Array(try encoder.encode(value)), mediaType: "application/json"))
    }
}

/// A statement of Digital Asset Links about an Android app.
private struct AssetLink: Encodable {
    let relation: [String]
    let target: Target

    struct Target: Encodable {
        var namespace = "android_app"
        let package: String
        let fingerprints: [String]

        enum CodingKeys: String, CodingKey {
            case namespace
            case package = "package_name"
            case fingerprints = "sha256_cert_fingerprints"
        }
    }
}
