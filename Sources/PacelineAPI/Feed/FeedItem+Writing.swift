import Paceline

extension FeedItem.Kind: JSONWritable {}

extension FeedItem: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("kind", kind)
        writer.field("at", at)
        writer.field("author", author)
        writer.field("visibility", visibility)
        writer.field("workout", workout)
        writer.field("score", score)
        writer.field("kudosCount", kudosCount)
        writer.field("hasKudos", hasKudos)
        writer.field("commentCount", commentCount)
        writer.field("latestComment", latestComment)
        writer.endObject()
    }

    public func json() throws -> [UInt8] { try writtenJSON() }
}
