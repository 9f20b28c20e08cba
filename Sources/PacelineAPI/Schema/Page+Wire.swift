import Paceline

extension Cursor: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension Page: WireObject, WireValue, WireFields, JSONWritable, EndpointBody, EndpointOutput
where Item: WireValue {
    public static var schemaName: String { Item.schemaName + "Page" }
    public static var schema: JSONSchema { .object(of: Self.self) }

    @inline(__always) static func visit(_ visitor: some WireVisitor<Page>) {
        visitor.field(
            "items", { $0.items }, .array(of: .component(Item.self), count: 0...PageRequest.limits.upperBound)
        )
        visitor.field("next", { $0.next }, .string, FieldSummary.nextCursor)
    }

    public func json() throws -> [UInt8] { try writtenJSON(capacity: items.count * 1_536) }

    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "A page.", .json(.component(Self.self)), headers: ["Link"])]
    }
}
