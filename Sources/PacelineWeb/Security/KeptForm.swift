import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Paceline

/// A form that was sent after its session had ended. The sign-in page carries it, so the server stores nothing, and it
/// is shown again after signing in. It is never executed by itself.
struct KeptForm: Sendable, Equatable, Codable {
    let path: String
    let query: String
    let fields: [String: String]
    /// The fields with files, which the user must choose again.
    let fileFields: [String]

    /// The maximum size of a sealed form, which leaves room for the other fields of the sign-in form.
    static let largestByteCount = FormData.largestByteCount - 4_096

    init(path: String, query: String, _ form: FormData) {
        self.path = path
        self.query = query
        fields = form.values.filter { $0.key != "csrf" }
        fileFields = form.fileFields
    }

    /// The form to show again.
    var form: FormData {
        FormData(fields, files: fileFields.map { UploadedFile(field: $0, name: "", bytes: []) })
    }

    /// Opens a sealed form.
    /// - Returns: nil unless it was sealed for the same visitor.
    init?(sealed text: String, for visitor: String) {
        guard let bytes = Data(base64URLEncoded: text), let box = try? AES.GCM.SealedBox(combined: bytes),
            let plain = try? AES.GCM.open(box, using: Self.key(for: visitor)),
            let kept = try? JSONDecoder().decode(KeptForm.self, from: plain)
        else { return nil }
        self = kept
    }

    /// The encrypted form. Only the browser of the visitor can send it back.
    func sealed(for visitor: String) throws -> String {
        let plain = try JSONEncoder().encode(self)
        let sealed = try AES.GCM.seal(plain, using: Self.key(for: visitor))
        return Data(sealed.nonce + sealed.ciphertext + sealed.tag).base64URLEncodedString
    }

    private static func key(for visitor: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(visitor.utf8)), info: Data("kept form".utf8),
            outputByteCount: 32)
    }
}

extension Request {
    /// Whether the browser says that the request comes from this site. Unlike ``isFromThisSite``, silence means no.
    var isSurelyFromThisSite: Bool {
        headers[.fetchSite] == "same-origin" || (headers[.origin] != nil && isFromThisSite)
    }

    /// Reads the form of a request without a session, up to the size of a form without files.
    ///
    /// Of a larger form, which ends in files, only the beginning is kept. The rest is read, since browsers show no
    /// response before they have sent everything.
    /// - Parameter limit: the maximum size of the whole form, in bytes.
    /// - Returns: nil if the form is too large or invalid.
    func formToKeep(upTo limit: Int) async throws -> FormData? {
        var (beginning, count) = (ByteBuffer(), 0)
        for try await var part in body {
            count += part.readableBytes
            guard count <= limit else { return nil }
            let room = FormData.largestByteCount - beginning.readableBytes
            if let slice = part.readSlice(length: min(room, part.readableBytes)) {
                beginning.writeImmutableBuffer(slice)
            }
        }
        let type = headers[.contentType] ?? ""
        let isCut = count > FormData.largestByteCount
        guard let boundary = MultipartForm.boundary(in: type) else {
            guard !isCut, type.hasPrefix("application/x-www-form-urlencoded") else { return nil }
            return try? FormData(encoded: String(buffer: beginning))
        }
        var bytes = Data(beginning.readableBytesView)
        if isCut { bytes += Data("\r\n--\(boundary)--\r\n".utf8) }
        guard let form = try? FormData(multipart: bytes, boundary: boundary),
            !isCut || !form.fileFields.isEmpty
        else { return nil }
        return form
    }
}
