import Foundation
import PacelineEngine

extension MailMessage {
    /// The message as mail programs read it (RFC 5322), with lines that end in a line feed.
    ///
    /// - Parameters:
    ///   - sender: the address in `From`.
    ///   - instant: the time in `Date`.
    func text(from sender: MailAddress, at instant: Date) -> String {
        let domain = sender.description.split(separator: "@").last ?? ""
        let isPlain =
            body.utf8.allSatisfy { $0 < 0x80 }
            && body.split(separator: "\n").allSatisfy { $0.utf8.count <= 900 }
        let headers = [
            "From: \(sender)", "To: \(receiver)", "Subject: \(Self.headerText(subject))",
            "Date: \(Self.date(instant))", "Message-ID: <\(UUID().uuidString.lowercased())@\(domain)>",
            // Out-of-office replies would go nowhere.
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: \(isPlain ? "7bit" : "base64")",
        ]
        let encoded = Data(body.utf8).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithLineFeed])
        let content = isPlain ? body : encoded
        return headers.joined(separator: "\n") + "\n\n" + content + (content.hasSuffix("\n") ? "" : "\n")
    }

    /// A header's text: as it is in ASCII, else in encoded words (RFC 2047) of whole characters.
    private static func headerText(_ text: String) -> String {
        let text = String(text.map { $0.isNewline || $0 == "\0" ? " " : $0 })
        guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return text }
        var words: [String] = []
        for character in text {
            // 39 bytes become 52 characters, so that a line has at most 78.
            if let last = words.last, last.utf8.count + String(character).utf8.count <= 39 {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
        }
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\n ")
    }

    /// `Thu, 26 Nov 2026 12:07:00 +0000`.
    private static func date(_ instant: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: instant)
    }
}
