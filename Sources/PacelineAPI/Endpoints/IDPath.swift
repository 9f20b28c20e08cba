import Paceline

/// The path parameter `{id}`.
public struct IDPath<Subject>: Parameters {
    public var id: Identifier<Subject>

    static var id: Parameter<Identifier<Subject>> { .id("id", "The id.") }
    public static var descriptions: [ParameterDescription] { [id.description] }

    public init(_ id: Identifier<Subject>) {
        self.id = id
    }

    public init(_ values: ParameterReader) throws {
        id = try values.require(Self.id)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.id, id)
    }
}
