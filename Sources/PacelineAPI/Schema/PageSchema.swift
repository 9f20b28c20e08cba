import Paceline

extension Page: EndpointBody, EndpointOutput where Item: WireValue {}

extension Page: WireValue where Item: WireValue {
    public static var schemaName: String { Item.schemaName + "Page" }

    public static var schema: Schema {
        .object(
            .required("items", .array(of: .component(Item.self), count: 0...PageRequest.limits.upperBound)),
            .optional("next", .string, "The cursor of the following page; absent on the last one."))
    }

    public static func successes(_ status: Int) -> [Success] {
        [Success(status, "One page.", .json(.component(Self.self)), headers: ["Link"])]
    }
}
