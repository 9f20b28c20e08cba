import Foundation
import Paceline

extension Timestamp {
    /// Parses the date of an HTTP header, such as `Fri, 27 Nov 2026 20:32:38 GMT`.
    /// - Returns: nil if the text has another form, also one of the obsolete forms of RFC 9110.
    package static func date(fromHTTP text: String) -> Date? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2]) else {
            return nil
        }
        return date(from: "\(parts[3])-\((month + 1).twoDigits)-\(parts[1])T\(parts[4])Z")
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
