import Algorithms
import Crypto
import Foundation
import Paceline

/// The 10,000 most common passwords of at least eight characters, as fingerprints.
///
/// The fingerprints of two passwords are equal with a probability of 2⁻³², so about one uncommon password in 400,000 is
/// rejected.
struct CommonPasswords: Sendable {
    static let standard = CommonPasswords()

    private let fingerprints: [UInt32]

    private init() {
        let bytes = Array(Data(base64Encoded: Self.fingerprints) ?? Data())
        fingerprints = stride(from: 0, to: bytes.count, by: 4).map { Self.number(bytes[$0..<$0 + 4]) }
    }

    func contains(_ password: String) -> Bool {
        let sought = Self.number(Array(SHA256.hash(data: Data(password.lowercased().utf8)))[..<4])
        let index = fingerprints.partitioningIndex { $0 >= sought }
        return index < fingerprints.endIndex && fingerprints[index] == sought
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// The names that a password must not consist of.
struct PasswordNames: Sendable {
    let names: [String]

    /// - Parameter own: the person's names; nil for those that they don't have.
    init(own: [String?], publicURL: String) {
        let host = URL(string: publicURL)?.host() ?? ""
        let community = ["paceline"] + host.split(separator: ".").map(String.init)
        names = (own.compactMap(\.self) + community).map(Self.folded).filter { $0.count >= Self.shortest }
    }

    /// Whether the password is one of the names with fewer than four further characters.
    func make(_ password: String) -> Bool {
        let password = Self.folded(password)
        return names.contains { password.contains($0) && password.count - $0.count < Self.furtherCharacters }
    }

    private static let shortest = 3
    private static let furtherCharacters = 4

    private static func folded(_ text: String) -> String {
        text.foldedForSearch.filter { $0.isLetter || $0.isNumber }
    }
}

extension EngineEnvironment {
    private static let leastDistinctCharacters = 4

    /// Checks a new password.
    /// - Parameters:
    ///   - names: the person's names; nil for those that they don't have.
    ///   - role: the person's role; nil for people without one.
    /// - Throws: ``SocialError/Code/invalidValue`` for its length, ``SocialError/Code/passwordTooCommon``.
    func check(
        newPassword password: String, of names: [String?], _ role: StaffRole? = nil,
        field: String = "password"
    ) throws(SocialError) {
        try PasswordRule.check(password, of: role, field: field)
        let isName = PasswordNames(own: names, publicURL: publicURL).make(password)
        let isMonotonous = Set(password).count < Self.leastDistinctCharacters
        guard !isName, !isMonotonous, !CommonPasswords.standard.contains(password) else {
            throw .passwordTooCommon(field: field)
        }
    }
}
