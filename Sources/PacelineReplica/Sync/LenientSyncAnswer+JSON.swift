import Foundation
import Paceline
import PacelineAPI

extension LenientSyncAnswer {
    /// Decodes the body of a response.
    /// - Throws: ``SyncFailure/stopped(_:)`` if it is not an answer of this API, such as a captive portal's page.
    package init(parsing bytes: [UInt8]) throws(SyncFailure) {
        do {
            try self.init(try JSONValue(parsing: bytes))
        } catch let error as SocialError {
            throw .stopped(error)
        } catch {
            throw .stopped(.unreadableAnswer)
        }
    }

    private init(_ json: JSONValue) throws {
        guard case .array(let results)? = json["results"], case .array(let changes)? = json["changes"],
            let next = json["next"]?.text, case .boolean(let hasMore)? = json["hasMore"],
            case .boolean(let isSettled)? = json["isSettled"]
        else { throw SocialError.unreadableAnswer }
        self.init(
            results: try results.map { try PacelineJSON.decode(CommandResult.self, from: try $0.text()) },
            changes: changes.compactMap(PulledChange.init), next: ChangeToken(next), hasMore: hasMore,
            isSettled: isSettled, unreadCount: json["unreadCount"]?.integer.flatMap { Int(exactly: $0) })
    }
}

extension PulledChange {
    /// - Returns: nil for a kind that this version does not know: the device stores nothing of this kind.
    init?(_ json: JSONValue) {
        guard let kind = json["kind"]?.text.flatMap(Change.Kind.init) else { return nil }
        do {
            self = .change(try PacelineJSON.decode(Change.self, from: try json.text()))
        } catch {
            guard let id = json["id"]?.text.flatMap(UUID.init(uuidString:)) else { return nil }
            self = .unreadable(kind, id)
        }
    }
}

extension CommandResult {
    /// The body; nil for none.
    var bodyValue: JSONValue? {
        get throws(SocialError) {
            guard let body else { return nil }
            return try JSONValue(parsing: Array(body.description.utf8))
        }
    }
}

extension JSONValue {
    /// The value if it is a whole number that `Double` holds exactly.
    fileprivate var integer: Int64? {
        guard case .number(let number) = self, abs(number) < 0x1p53 else { return nil }
        return Int64(exactly: number)
    }
}

extension SocialError {
    /// The error of a response that no Paceline server sends.
    package static let unreadableAnswer = SocialError(
        .malformed,
        "The server sent an unexpected response. The network may ask you to sign in, or the app needs an update."
    )
}
