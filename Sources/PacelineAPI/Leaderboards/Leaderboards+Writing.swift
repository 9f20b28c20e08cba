import Paceline

extension Day: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.value(number) }
}

extension Game.ID: JSONWritable {
    func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension Score: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("id", id)
        writer.field("owner", owner)
        writer.field("game", game)
        writer.field("day", day)
        writer.field("score", score)
        writer.field("maximum", maximum)
        writer.field("isCompleted", isCompleted)
        writer.field("isHardMode", isHardMode)
        writer.field("puzzle", puzzle)
        writer.field("visibility", visibility)
        writer.field("points", points)
        writer.field("metric", metric)
        writer.field("createdAt", createdAt)
        writer.field("updatedAt", updatedAt)
        writer.endObject()
    }

    public func json() throws -> [UInt8] { try writtenJSON() }
}

extension Leaderboard: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("range", range)
        writer.field("rows", rows)
        writer.field("me", me)
        writer.field("next", next?.description)
        writer.endObject()
    }

    public func json() throws -> [UInt8] { try writtenJSON(capacity: rows.count * 512) }
}

extension Leaderboard.DayRange: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("from", from)
        writer.field("to", to)
        writer.endObject()
    }
}

extension LeaderboardRow: JSONWritable {
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("rank", rank)
        writer.field("person", person)
        writer.field("points", points)
        writer.field("metric", metric)
        writer.field("delta", delta)
        writer.field("breakdown", breakdown)
        writer.endObject()
    }

    public func json() throws -> [UInt8] { try writtenJSON() }
}

extension [String: Int]: JSONWritable {
    /// In the order of the names, so that the same answer is always the same text.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (name, number) in sorted(by: { $0.key < $1.key }) { writer.field(named: name, number) }
        writer.endObject()
    }
}
