import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import Paceline

extension Response {
    /// Creates a response that the browser may cache privately but must revalidate on each use.
    init(cacheable bytes: [UInt8], mediaType: String) {
        let hash = SHA256.hash(data: bytes).prefix(12).hexadecimal
        self.init(
            status: .ok,
            headers: [
                .contentType: mediaType, .cacheControl: "private, no-cache", .eTag: "\"\(hash)\"",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns 304 Not Modified without a body if the browser already has this version.
    func revalidated(for request: Request) -> Response {
        guard let tag = headers[.eTag], let known = request.headers[.ifNoneMatch],
            known.split(separator: ",").contains(where: { $0.filter { $0 != " " }.hasSuffix(tag) })
        else { return self }
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentType] = nil
        return response
    }
}
