import Paceline

extension Endpoint {
    /// The path and query of a request, such as `/v1/people/@ana/workouts?limit=20`.
    public func target(_ path: Path, _ query: Query) -> String {
        var pathWriter = ParameterWriter()
        path.write(to: &pathWriter)
        var queryWriter = ParameterWriter()
        query.write(to: &queryWriter)
        return self.path.filled(with: pathWriter) + queryWriter.query
    }

    /// Decodes the path parameters.
    /// - Parameter values: percent-decoded, by name.
    /// - Throws: ``SocialError`` with the invalid parameter.
    public func readPath(_ values: [String: String]) throws -> Path {
        try Path(ParameterReader(path: values))
    }

    /// Decodes the query parameters.
    /// - Parameter pairs: percent-decoded, in request order.
    /// - Throws: ``SocialError`` with the invalid parameter.
    public func readQuery(_ pairs: some Sequence<(name: String, value: String)>) throws -> Query {
        try Query(ParameterReader(query: pairs, descriptions: Query.descriptions))
    }

    /// Decodes the body.
    /// - Throws: ``SocialError`` with the invalid field.
    public func readBody(_ bytes: [UInt8], contentType: String?) throws -> Body {
        try Body.read(bytes, contentType: contentType)
    }

    /// Encodes an output as a response.
    public func response(_ output: Output) throws -> EncodedResponse {
        var response = try output.response(status)
        response.next = (output as? any Paged)?.next
        if response.status == 201 { response.headers["Location"] = (output as? any Located)?.location }
        return response
    }
}

/// A page of any kind of item.
private protocol Paged {
    var next: Cursor? { get }
}

extension Page: Paged {}
extension NotificationInbox: Paged {}
