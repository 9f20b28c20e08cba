import Crypto
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Bytes that a browser may keep, but not show again without asking whether they are still the ones, and still for
    /// whoever looks.
    init(cacheable bytes: [UInt8], mediaType: String) {
        let hash = SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        self.init(
            status: .ok,
            headers: [
                .contentType: mediaType, .cacheControl: "private, no-cache", .eTag: "\"\(hash.joined())\"",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The same without its body when the browser says that it has it.
    func revalidated(for request: Request) -> Response {
        guard let tag = headers[.eTag], let known = request.headers[.ifNoneMatch],
            known.split(separator: ",").contains(where: { $0.filter { $0 != " " }.hasSuffix(tag) })
        else { return self }
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentType] = nil
        return response
    }
}
