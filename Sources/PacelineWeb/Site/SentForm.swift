import Foundation
import Hummingbird
import NIOCore
import Paceline
import PacelineServer

/// The form of a request, as far as it is known when the request fails. A body can be read only once.
enum SentForm: Sendable {
    case unread
    /// The form, or the fields before the files of one that is too large.
    case read(FormData)
    /// It is invalid, or too large to be shown again.
    case lost
}

extension Request {
    /// Reads the form.
    /// - Parameters:
    ///   - limit: the maximum size of the form with its files, in bytes.
    ///   - sent: receives what is known of the form, also when this throws.
    /// - Throws: ``PageRejection/tooLarge``, ``SocialError/Code/malformed``,
    ///   ``SocialError/Code/unsupportedMediaType``, ``SocialError/Code/busy`` or ``SocialError/Code/timeout``.
    func form(
        upTo limit: Int, _ context: WebsiteContext, keepingIn sent: inout SentForm
    ) async throws -> FormData {
        sent = .lost
        guard let encoding = FormEncoding(self) else {
            throw SocialError(.unsupportedMediaType, "This page accepts only forms of the web app.")
        }
        let limit = encoding.hasFiles ? limit : min(limit, FormData.largestByteCount)
        // Browsers show no response before they have sent everything, so the rest of a form to keep is read, too.
        let more = hasKeepableForm ? Self.surplus(over: limit) : 0
        let body = try await context.form(
            upTo: limit + more, keeping: encoding.hasFiles ? limit : limit + more,
            orAtLeast: hasKeepableForm ? FormData.largestByteCount : nil)
        guard let body else { throw PageRejection.tooLarge }
        guard body.byteCount > limit || body.refusal != nil else {
            let form = try encoding.form(body)
            sent = .read(form)
            return form
        }
        let held = encoding.hasFiles ? body.prefix(FormData.largestByteCount) : body
        if let beginning = encoding.form(beginning: held) { sent = .read(beginning) }
        if body.byteCount <= limit, let refusal = body.refusal { throw refusal }
        throw PageRejection.tooLarge
    }

    /// How much of a form that is too large is still read, in bytes, without holding files in memory. Much only on
    /// pages that take files, which only those reach who may use them.
    private static func surplus(over limit: Int) -> Int {
        limit > FormData.largestByteCount ? 64 * 1_024 * 1_024 : 3 * FormData.largestByteCount
    }

    /// Reads the form of a request that can't be processed, up to the size of a form without files.
    ///
    /// Of a larger form, which ends in files, only the beginning is held in memory.
    /// - Parameter limit: the maximum size of the whole form, in bytes.
    /// - Returns: nil if the form is too large or invalid.
    func formToKeep(upTo limit: Int, _ context: WebsiteContext) async throws -> FormData? {
        guard let encoding = FormEncoding(self),
            let body = try await context.form(
                upTo: limit, keeping: FormData.largestByteCount, orAtLeast: FormData.largestByteCount)
        else { return nil }
        return encoding.form(beginning: body)
    }

    /// Reads the form of a request without a session that can't be processed, of a larger one only the fields before
    /// the files. Strangers must not have more read.
    /// - Returns: nil if its text is too large, or if it is invalid.
    func formOfVisitorToKeep(_ context: WebsiteContext) async throws -> FormData? {
        guard let encoding = FormEncoding(self) else { return nil }
        return encoding.form(beginning: try await context.beginningOfBody(FormData.largestByteCount))
    }
}

extension WebsiteContext {
    /// - Returns: nil if the body is larger than the limit.
    fileprivate func form(
        upTo limit: Int, keeping most: Int, orAtLeast least: Int?
    ) async throws -> ReceivedBody? {
        do {
            return try await body(upTo: limit, keeping: most, orAtLeast: least)
        } catch is NIOTooManyBytesError {
            return nil
        }
    }
}

/// How a form is encoded.
private enum FormEncoding {
    case urlEncoded
    case multipart(boundary: String)

    /// - Returns: nil for other media types.
    init?(_ request: Request) {
        let type = request.headers[.contentType] ?? ""
        if let boundary = MultipartForm.boundary(in: type) {
            self = .multipart(boundary: boundary)
        } else if type.hasPrefix("application/x-www-form-urlencoded") {
            self = .urlEncoded
        } else {
            return nil
        }
    }

    var hasFiles: Bool { if case .multipart = self { true } else { false } }

    /// - Throws: ``SocialError/Code/malformed``.
    func form(_ body: ReceivedBody) throws(SocialError) -> FormData {
        switch self {
        case .urlEncoded: try FormData(encoded: String(decoding: body.bytes, as: UTF8.self))
        case .multipart(let boundary):
            try FormData(multipart: Data(body.bytes), boundary: boundary)
        }
    }

    /// Decodes what is held of a form.
    /// - Returns: nil if it is invalid, or if text was cut off.
    func form(beginning body: ReceivedBody) -> FormData? {
        do throws(SocialError) {
            guard body.isCut else { return try form(body) }
            guard case .multipart(let boundary) = self else { return nil }
            let end = Data("\r\n--\(boundary)--\r\n".utf8)
            let beginning = try FormData(
                multipart: Data(body.bytes) + end, boundary: boundary)
            return beginning.hasFiles ? beginning : nil
        } catch {
            return nil
        }
    }
}
