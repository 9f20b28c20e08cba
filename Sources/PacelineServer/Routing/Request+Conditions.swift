import HTTPTypes
import Hummingbird
import Paceline
import PacelineAPI

extension Request {
    /// Whether `If-None-Match` lists the entity tag.
    func hasCached(_ tag: String) -> Bool {
        guard let known = headers[.ifNoneMatch] else { return false }
        return known == "*"
            || known.split(separator: ",").contains { candidate in
                let candidate = candidate.drop { $0 == " " }
                let opaque = candidate.hasPrefix("W/") ? candidate.dropFirst(2) : candidate
                return opaque.prefix { $0 != " " } == tag
            }
    }

    /// The `Idempotency-Key`; nil if there is none.
    /// - Throws: ``SocialError/Code/malformed``.
    var idempotencyKey: String? {
        get throws(SocialError) {
            guard let key = headers[.idempotencyKey] else { return nil }
            guard (1...IdempotencyKey.longest).contains(key.utf8.count),
                key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                throw SocialError(
                    .malformed,
                    "An Idempotency-Key has 1 to \(IdempotencyKey.longest) visible ASCII characters.")
            }
            return key
        }
    }
}

extension HTTPField.Name {
    static let idempotencyKey = Self("Idempotency-Key")!
    static let lastEventID = Self("Last-Event-ID")!
}
