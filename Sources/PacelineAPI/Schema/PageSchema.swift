import Paceline

extension Page: EndpointBody, EndpointOutput where Item: WireValue {}

extension Page: WireValue where Item: WireValue {
    public static var schemaName: String { Item.schemaName + "Page" }

    public static var schema: Schema {
        .object(
            .required("items", .array(of: .component(Item.self), count: 0...PageRequest.limits.upperBound)),
            .optional("next", .string, "The cursor of the following page; absent on the last one."))
    }

    /// Written by hand where the items can be: those are the answers that are sent most.
    public func json() throws -> [UInt8] {
        if let page = self as? any JSONWritable { return try page.writtenJSON(capacity: items.count * 1_536) }
        return Array(try PacelineJSON.encoder.encode(self))
    }

    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "One page.", .json(.component(Self.self)), headers: ["Link"])]
    }
}
