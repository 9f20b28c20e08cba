import CPostgreSQL
import PacelineDatabase

extension PostgresFailure {
    /// Translates the result of a failed command.
    init(_ result: OpaquePointer) {
        let field = { (code: Character) -> String in
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) } ?? ""
        }
        let state = field("C")
        guard !state.isEmpty else {
            self = .lost(String(cString: PQresultErrorMessage(result)).trimmingLineEnd)
            return
        }
        let message = field("M")
        let error: DatabaseError =
            switch state {
            case "23505": .unique(table: field("t"), columns: Self.columns(from: field("D")))
            case "23503": .foreignKey
            case "23514": .check(field("n"))
            case "23502": .notNull(field("t") + "." + field("c"))
            case "25006": .writeInRead
            // Conflicts, deadlocks and lock timeouts, after all retries.
            case "40001", "40P01", "53200", "55P03": .busy
            case "53100": .full
            case "08P01": .sql(message: message)
            case "57014", "58030", "XX001", "XX002", "3D000": .unavailable(message)
            case _ where ["08", "28", "53", "57"].contains(state.prefix(2)): .unavailable(message)
            default: .sql(message: message)
            }
        self.init(error, state: state)
    }

    /// Parses `Key (team, username)=(a, ana) already exists.` Only the words depend on the server's language.
    private static func columns(from detail: String) -> [String] {
        guard let start = detail.firstIndex(of: "("), let end = detail.firstRange(of: ")=(")?.lowerBound,
            start < end
        else { return [] }
        return detail[detail.index(after: start)..<end].split(separator: ", ")
            .map { $0.filter { $0 != "\"" } }
    }
}

extension String {
    /// The text without line breaks at its end, which libpq's messages have.
    var trimmingLineEnd: String {
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
