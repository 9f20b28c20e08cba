import Paceline

/// A kind of file that workouts are read from.
///
/// To add one: a case here, how its beginning is recognised, and a folder named for it with its reader.
public enum WorkoutFormat: String, Sendable, Hashable, CaseIterable {
    /// The season export of the Concept2 logbook: a CSV table, one workout a row.
    case concept2Logbook

    /// The name for a person.
    public var title: String {
        switch self {
        case .concept2Logbook: "Concept2 logbook season (CSV)"
        }
    }

    /// How many bytes from the beginning of a file are enough to tell what it is.
    public static let signatureByteCount = 4_096

    /// Tells what a file is by how it begins. The name is for the message only: people rename files.
    /// - Parameters:
    ///   - name: the file's name, as the person knows it.
    ///   - bytes: the file, or its first ``signatureByteCount`` bytes.
    /// - Throws: ``SocialError/Code/invalidValue`` that says what can be read.
    public static func detect(name: String, bytes: some Collection<UInt8>) throws(SocialError)
        -> WorkoutFormat
    {
        let start = bytes.prefix(signatureByteCount)
        guard !start.isEmpty else { throw unreadable(name, "is empty") }
        guard let format = allCases.first(where: { $0.matches(start) }) else {
            // No text has a zero byte in it, but UTF-16 has, and a spreadsheet may have saved that.
            let isText = !start.contains(0)
            throw unreadable(name, isText ? "is of no kind known here" : "is not UTF-8 text")
        }
        return format
    }

    private func matches(_ start: some Collection<UInt8>) -> Bool {
        switch self {
        case .concept2Logbook: Concept2Logbook.matches(start)
        }
    }

    static func unreadable(_ name: String, _ fault: String) -> SocialError {
        let readable = allCases.map(\.title).joined(separator: ", ")
        return SocialError(.invalidValue, "“\(name)” \(fault). What can be read: \(readable).", field: "file")
    }
}
