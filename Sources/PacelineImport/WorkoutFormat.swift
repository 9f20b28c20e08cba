import Paceline

/// A file format that workouts can be imported from.
///
/// ```swift
/// let format = try WorkoutFormat.detect(name: "season.csv", bytes: bytes)
/// print(format.title)  // Concept2 logbook season (CSV)
/// ```
///
/// To add a format, add a case, its detection, and a folder with its reader.
public enum WorkoutFormat: String, Sendable, Hashable, CaseIterable {
    /// The season export of the Concept2 logbook: a CSV table with one workout per row.
    case concept2Logbook

    /// The format's English name.
    public var title: String {
        switch self {
        case .concept2Logbook: "Concept2 logbook season (CSV)"
        }
    }

    /// The number of leading bytes that ``detect(name:bytes:)`` needs.
    public static let signatureByteCount = 4_096

    /// Detects a file's format from its content, since people rename files.
    /// - Parameters:
    ///   - name: the file's name, used in error messages only.
    ///   - bytes: the file, or its first ``signatureByteCount`` bytes.
    /// - Throws: ``SocialError/Code/invalidValue`` if the file is empty or unsupported. The message lists the supported
    ///   formats.
    public static func detect(name: String, bytes: some Collection<UInt8>) throws(SocialError)
        -> WorkoutFormat
    {
        let start = bytes.prefix(signatureByteCount)
        guard !start.isEmpty else { throw unreadable(name, "is empty") }
        guard let format = allCases.first(where: { $0.matches(start) }) else {
            // UTF-8 text has no zero bytes, but UTF-16, which spreadsheets may save, does.
            let isText = !start.contains(0)
            throw unreadable(name, isText ? "isn't a supported file" : "is not UTF-8 text")
        }
        return format
    }

    private func matches(_ start: some Collection<UInt8>) -> Bool {
        switch self {
        case .concept2Logbook: Concept2Logbook.matches(start)
        }
    }

    static func unreadable(_ name: String, _ fault: String) -> SocialError {
        let formats = allCases.map(\.title).joined(separator: ", ")
        return SocialError(.invalidValue, "“\(name)” \(fault). Supported formats: \(formats).", field: "file")
    }
}
