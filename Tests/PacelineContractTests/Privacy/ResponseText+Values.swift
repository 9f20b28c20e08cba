import Foundation
import Paceline

extension ResponseText {
    /// All fields of a value that no endpoint encodes.
    mutating func described(_ value: Any) -> String {
        switch value {
        case let text as String: return part(text)
        case let id as UUID: return part(id.uuidString)
        case let cursor as Cursor: return "cursor of \(cursor.description.utf8.count)"
        // It counts the changes of the whole community, also those that are hidden.
        case is LogPosition: return "position"
        case let date as Date: return "\(date.timeIntervalSince1970)"
        case let data as Data: return "\(data.count) bytes"
        case let number as any Numeric: return "\(number)"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        let fields = mirror.children
        guard !fields.isEmpty else { return "\(value)" }
        switch mirror.displayStyle {
        case .optional: return described(fields.first!.value)
        case .collection:
            return "[\(fields.map { described($0.value) }.joined(separator: ", "))]"
        case .set, .dictionary:
            // In no order, so ids that were not seen before must not get their numbers here.
            let numbers = self
            let known = fields.map { field in
                var copy = numbers
                return copy.described(field.value)
            }
            return "{\(known.sorted().joined(separator: ", "))}"
        case .enum: return fields.map { "\($0.label ?? "")(\(described($0.value)))" }.joined()
        default:
            return "(\(fields.map { "\($0.label ?? ""): \(described($0.value))" }.joined(separator: ", ")))"
        }
    }
}
