import Foundation
import Paceline
import PacelineAPI

extension ReplicaRequest {
    /// The body of `POST /v1/sync`. The same commands always make the same text.
    package var json: JSONValue {
        var fields: [String: JSONValue] = [
            "device": .string(device.uuidString.lowercased()), "acknowledged": .number(Double(acknowledged)),
            "commands": .array(commands.map(\.json)), "limit": .number(Double(limit)),
        ]
        if let since { fields["since"] = .string(since.description) }
        return .object(fields)
    }
}

extension NumberedCommand {
    var json: JSONValue {
        var fields: [String: JSONValue] = [
            "number": .number(Double(number)), "method": .string(request.method.rawValue),
            "path": .string(request.path),
        ]
        if let body = request.body { fields["body"] = body }
        if isSkipped { fields["skip"] = .boolean(true) }
        return .object(fields)
    }
}

extension ReplicaAnswer {
    /// Reads the body of an answer.
    /// - Throws: ``SyncFailure/stopped(_:)`` if it is not an answer of this API, such as a captive portal's page.
    package init(parsing bytes: [UInt8]) throws(SyncFailure) {
        do {
            try self.init(try JSONValue(parsing: bytes))
        } catch {
            throw .stopped(error)
        }
    }

    private init(_ json: JSONValue) throws(SocialError) {
        guard case .array(let results)? = json["results"], case .array(let changes)? = json["changes"],
            let next = json["next"]?.text, case .boolean(let hasMore)? = json["hasMore"],
            case .boolean(let isSettled)? = json["isSettled"]
        else { throw SocialError(.malformed, "The server's answer cannot be understood.") }
        var read: [CommandAnswer] = []
        for result in results { read.append(try CommandAnswer(result)) }
        self.init(
            results: read, changes: changes.compactMap(PulledChange.init), next: ChangeToken(next),
            hasMore: hasMore, isSettled: isSettled,
            unreadCount: json["unreadCount"]?.integer.flatMap { Int(exactly: $0) })
    }
}

extension CommandAnswer {
    init(_ json: JSONValue) throws(SocialError) {
        guard let number = json["number"]?.integer, let status = json["status"]?.integer else {
            throw SocialError(.malformed, "The server's answer cannot be understood.")
        }
        let error = json["problem"].flatMap { problem in
            problem["code"]?.text.map {
                SocialError(
                    SocialError.Code(rawValue: $0), problem["message"]?.text ?? "",
                    field: problem["field"]?.text,
                    retryAfter: problem["retryAfter"]?.integer.flatMap { Int(exactly: $0) })
            }
        }
        self.init(
            number: number, status: Int(clamping: status), error: error,
            body: json["body"] == .null ? nil : json["body"])
    }
}

extension PulledChange {
    /// Nil for a kind that this version does not know.
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

extension JSONValue {
    /// The value if it is a whole number that `Double` holds exactly.
    var integer: Int64? {
        guard case .number(let number) = self, abs(number) < 0x1p53 else { return nil }
        return Int64(exactly: number)
    }
}
