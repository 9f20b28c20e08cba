import CPostgreSQL
import PacelineDatabase

extension PostgresFailure {
    /// What the result of a failed command says.
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
            case "25006": .sql(message: "A read cannot change the database.")
            // Somebody else was in the way for longer than we wait, however often we tried.
            case "40001", "40P01", "53200", "55P03": .busy
            case "53100": .full
            case "08P01": .sql(message: message)
            case "57014", "58030", "XX001", "XX002", "3D000": .unavailable(message)
            case _ where ["08", "28", "53", "57"].contains(state.prefix(2)): .unavailable(message)
            default: .sql(message: message)
            }
        self.init(error, state: state)
    }

    /// `Key (team, username)=(a, ana) already exists.` The words depend on the server's language, the rest does not.
    private static func columns(from detail: String) -> [String] {
        guard let start = detail.firstIndex(of: "("), let end = detail.firstRange(of: ")=(")?.lowerBound,
            start < end
        else { return [] }
        return detail[detail.index(after: start)..<end].split(separator: ", ")
            .map { $0.filter { $0 != "\"" } }
    }
}

extension String {
    /// The text as libpq gives it, without the line break at its end.
    var trimmingLineEnd: String {
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
