import Paceline

extension Endpoint {
    /// The path and query of a request: `/v1/people/@ana/workouts?limit=20`.
    public func target(_ path: Path, _ query: Query) -> String {
        var pathWriter = ParameterWriter()
        path.write(to: &pathWriter)
        var queryWriter = ParameterWriter()
        query.write(to: &queryWriter)
        return self.path.filled(with: pathWriter) + queryWriter.query
    }

    /// Reads the path's parameters, percent-decoded, by name.
    /// - Throws: ``SocialError`` naming the parameter at fault.
    public func readPath(_ values: [String: String]) throws -> Path {
        try Path(ParameterReader(path: values))
    }

    /// Reads the query's parameters, percent-decoded, in the order they came.
    /// - Throws: ``SocialError`` naming the parameter at fault.
    public func readQuery(_ pairs: some Sequence<(name: String, value: String)>) throws -> Query {
        try Query(ParameterReader(query: pairs, descriptions: Query.descriptions))
    }

    /// Reads the body.
    /// - Throws: ``SocialError`` naming the field at fault.
    public func readBody(_ bytes: [UInt8], contentType: String?) throws -> Body {
        try Body.read(bytes, contentType: contentType)
    }

    /// The answer for an output.
    public func reply(_ output: Output) throws -> Reply {
        var reply = try output.reply(status)
        reply.next = (output as? any Paged)?.next
        if reply.status == 201 { reply.headers["Location"] = (output as? any Located)?.location }
        return reply
    }
}

/// A page, whatever it lists.
private protocol Paged {
    var next: Cursor? { get }
}

extension Page: Paged {}
extension NotificationInbox: Paged {}
