import Foundation
import Paceline

/// Who runs a server, for its visitors and members.
///
/// ```swift
/// let rowers = ServerOperator(name: "Tuesday Crew", contact: .init("crew@example.org"))
/// ```
public struct ServerOperator: Sendable, Equatable {
    public let name: String?
    public let contact: Contact?

    public init(name: String? = nil, contact: Contact? = nil) {
        self.name = name
        self.contact = contact
    }

    /// Where people reach the operator.
    public struct Contact: Sendable, Equatable {
        /// An email address, or the address of a page.
        public let text: String
        /// The target of the link.
        let href: String

        /// Returns nil unless the text is an email address or an `https:` address of at most 200 characters.
        public init?(_ text: String) {
            guard text.utf8.count <= 200, !text.contains(where: \.isWhitespace) else { return nil }
            self.text = text
            if text.hasPrefix("https://") {
                guard URL(string: text)?.host?.isEmpty == false else { return nil }
                href = text
            } else {
                guard (try? AccountChanges(email: text).checked()) != nil, !text.isEmpty else { return nil }
                href = "mailto:" + text
            }
        }
    }

    /// The values of `Site/operator`, and who runs the server for a heading.
    /// - Parameter publicURL: the address of the server, whose host stands in for a missing name.
    func view(at publicURL: String, _ localizer: Localizer) -> View {
        let host = URL(string: publicURL)?.host ?? publicURL
        return [
            "runBy": .text(optional: name.map { localizer("landing.own", ["name": $0]) }),
            "operator": .text(
                name.map { localizer("operator.named", ["name": $0, "host": host]) }
                    ?? localizer("operator.unnamed", ["host": host])),
            "contact": .view(
                optional: contact.map { ["href": .text($0.href), "text": .text($0.text)] }),
        ]
    }
}

extension WebRequest {
    /// Who runs this server.
    var operatorView: View {
        serverOperator.view(at: engine.environment.publicURL, localizer)
    }
}
