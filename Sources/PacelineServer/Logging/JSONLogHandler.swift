import Foundation
import Logging
import PacelineAPI

/// Writes each log entry to standard error as one line of JSON, for log collectors.
public struct JSONLogHandler: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let write: @Sendable (Data) -> Void

    /// - Parameter label: the logger's label, as `LoggingSystem.bootstrap` passes it.
    public init(label: String) {
        self.init(label: label) { FileHandle.standardError.write($0) }
    }

    /// - Parameter write: receives each line with its line break.
    init(label: String, write: @escaping @Sendable (Data) -> Void) {
        self.label = label
        self.write = write
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let own = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
        var line: [String: JSONValue] = [
            "time": .string(Timestamp.text(of: Date())), "level": .string(event.level.rawValue),
            "label": .string(label), "message": .string("\(event.message)"),
        ]
        // Metadata must not override the entry's own fields, such as its time or level.
        line.merge(own.merging(event.metadata ?? [:]) { $1 }.mapValues(\.json)) { fixed, _ in fixed }
        do {
            write(Data(try JSONValue.object(line).text()) + Data("\n".utf8))
        } catch {
            write(Data("{\"level\":\"error\",\"message\":\"A log entry could not be written\"}\n".utf8))
        }
    }
}

extension Logger.MetadataValue {
    fileprivate var json: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .stringConvertible(let value): .string(value.description)
        case .array(let values): .array(values.map(\.json))
        case .dictionary(let values): .object(values.mapValues(\.json))
        }
    }
}
