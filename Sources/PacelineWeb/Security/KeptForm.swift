import Crypto
import Foundation
import Hummingbird
import Paceline

/// A form that could not be processed, to be shown again. It is never executed by itself.
///
/// If its session has ended, the sign-in page carries it, so the server stores nothing. So does the page on which users
/// confirm who they are. If the form failed, for example because the server is busy, the error page shows it; see
/// ``FailedForm``.
struct KeptForm: Sendable, Equatable, Codable {
    let path: String
    let query: String
    let fields: [String: String]
    /// The fields with files, which the user must choose again.
    let fileFields: [String]
    /// Whether the form had passwords or codes. They are not kept, so the user must type them again.
    let hadSecrets: Bool

    /// The maximum size of a sealed form. The page that carries it stays below 60,000 bytes.
    static let largestByteCount = 48 * 1_024

    /// The button that asks for the form, filled in, instead of sending it.
    static let restoreField = "restore"
    /// Names the fields with files in a form that an error page shows, since it can't contain the files.
    static let lostFilesField = "lostFiles"

    /// - Parameter secrets: the fields that are not kept.
    init(of request: Request, _ form: FormData, without secrets: Set<String>) {
        self.init(form, at: request.uri.path, request.uri.query ?? "", without: secrets)
    }

    /// - Parameter request: the request of a form without secrets.
    init(of request: WebRequest) {
        let query = request.address.split(separator: "?", maxSplits: 1).dropFirst().first
        self.init(request.form, at: request.path, query.map(String.init) ?? "", without: [])
    }

    private init(_ form: FormData, at path: String, _ query: String, without secrets: Set<String>) {
        self.path = path
        self.query = query
        let dropped = secrets.union(["csrf", Self.restoreField, Self.lostFilesField])
        fields = form.values.filter { !dropped.contains($0.key) && !EmbeddedFiles.isField($0.key) }
        let lostBefore = (form[Self.lostFilesField] ?? "").split(separator: ",").map(String.init)
        fileFields = Set(form.fileFields + lostBefore).sorted()
        hadSecrets = secrets.contains { form.has($0) }
    }

    /// The form to show again.
    var form: FormData {
        FormData(fields, files: fileFields.map { UploadedFile(field: $0, name: "", bytes: []) })
    }

    /// The address that takes the form.
    var address: String { query.isEmpty ? path : "\(path)?\(query)" }

    /// Opens a sealed form.
    /// - Returns: nil unless it was sealed for the same visitor and author.
    init?(sealed text: String, for visitor: String, of author: Person.ID) {
        guard let bytes = Data(base64URLEncoded: text), let box = try? AES.GCM.SealedBox(combined: bytes),
            let plain = try? AES.GCM.open(
                box, using: Self.key(for: visitor), authenticating: Data(author.description.utf8)),
            let kept = try? JSONDecoder().decode(KeptForm.self, from: plain)
        else { return nil }
        self = kept
    }

    /// The encrypted form. Only the browser of the visitor can send it back, and only for its author.
    /// - Parameter visitor: the visitor's ID, or the token of a session that has not ended.
    func sealed(for visitor: String, of author: Person.ID) throws -> String {
        let plain = try JSONEncoder().encode(self)
        let sealed = try AES.GCM.seal(
            plain, using: Self.key(for: visitor), authenticating: Data(author.description.utf8))
        return Data(sealed.nonce + sealed.ciphertext + sealed.tag).base64URLEncodedString
    }

    private static func key(for visitor: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(visitor.utf8)), info: Data("kept form".utf8),
            outputByteCount: 32)
    }
}

extension WebPage {
    /// The fields that are neither kept nor shown again: passwords, and codes that sign in.
    var secretFields: Set<String> {
        let passwords: Set<String> = ["password", "currentPassword", "newPassword"]
        return bucket == .credentials ? passwords.union(["code"]) : passwords
    }
}

extension Request {
    /// Whether the browser states that the request comes from this site. Unlike with ``isFromThisSite``, a request
    /// without such a header does not count.
    var isSurelyFromThisSite: Bool {
        headers[.fetchSite] == "same-origin" || (headers[.origin] != nil && isFromThisSite)
    }

    /// Whether its form may be shown again: it comes from this site, and no script keeps the fields on the page.
    var hasKeepableForm: Bool { isSurelyFromThisSite && headers[.fragment] == nil }
}
