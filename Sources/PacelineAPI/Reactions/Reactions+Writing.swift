import Paceline

extension Comment: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("item", item)
        writer.field("author", author)
        writer.field("text", text)
        writer.field("parent", parent)
        writer.field("createdAt", createdAt)
        writer.field("editedAt", editedAt)
        writer.field("heartCount", heartCount)
        writer.field("hasHeart", hasHeart)
        writer.field("isDeleted", isDeleted)
        writer.endObject()
    }

    public func json() throws -> [UInt8] { try writtenJSON() }
}

extension Kudos: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("person", person)
        writer.field("big", big)
        writer.field("createdAt", createdAt)
        writer.endObject()
    }

    public func json() throws -> [UInt8] { try writtenJSON() }
}
