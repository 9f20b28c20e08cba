import Foundation
import Paceline

/// The texts of the web app in one language: `Website/Texts/en.json`, grouped by feature, and sentences of the model:
/// the ``NotificationTexts``, ``Redemption/refundRule`` and some errors.
///
/// `{name}` is a placeholder. Texts that depend on a number have two forms, `one` and `other`, with the
/// placeholder `{count}`.
struct Texts: Sendable {
    /// Texts by path, such as `home.title`.
    private let texts: [String: String]

    init(contentsOf file: URL) throws {
        let tree = try JSONDecoder().decode(Tree.self, from: Data(contentsOf: file))
        // These sentences are worded once, in the model, unless the file has its own.
        let notifications = NotificationTexts.texts.map { ("notifications.\($0)", $1) }
        let errors = Self.errors.map { ("error.\($0.code.rawValue)", $0.message) }
        let sentences = Self.sentences.map { ($0, $1) }
        var texts = Dictionary(notifications + errors + sentences + tree.leaves(below: "")) { $1 }
        for (key, other) in Self.sameTexts where texts[key] == nil { texts[key] = texts[other] }
        self.texts = texts
    }

    private static let errors = [SocialError.usernameTaken, .usernameInappropriate]

    /// Keys with the model's sentence.
    private static let sentences = ["rewards.confirm.text": Redemption.refundRule]

    /// Keys that are made from a name or code, with the key of the same text.
    private static let sameTexts = [
        "error.invitation_not_found": "notice.invitationEnded",
        "provider.apple": "notifications.way.apple",
        "provider.device": "notifications.way.device",
        "provider.passkey": "notifications.way.passkey",
        "provider.password": "notifications.way.password",
        "setting.scoreVisibility.groups": "visibility.groups",
    ]

    /// All paths, for tests.
    var keys: Set<String> { Set(texts.keys) }

    /// The text at a path, with its placeholders.
    func text(at key: String) -> String? { texts[key] }

    /// The notice after an action; nil for an unknown key.
    func notice(_ key: String) -> String? {
        text(at: "notice.\(key)")?
            .filled(with: [
                "latestRevoked": self("notice.latestRevoked"),
                "signedOutElsewhere": self("notice.signedOutElsewhere"),
            ])
    }

    /// Returns the text with its placeholders filled, each value with a direction of its own. A missing text returns its
    /// key.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        (texts[key] ?? key).filled(with: values.mapValues(\.isolated))
    }

    /// Returns the plural form for a number.
    func count(_ key: String, _ number: Int, shown: String, _ values: [String: String] = [:]) -> String {
        self(key + (number == 1 ? ".one" : ".other"), values.merging(["count": shown]) { $1 })
    }
}

/// The nested structure of the file.
private enum Tree: Decodable {
    case text(String)
    case branch([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = .branch(try container.decode([String: Tree].self))
        } catch DecodingError.typeMismatch {
            self = .text(try container.decode(String.self))
        }
    }

    func leaves(below path: String) -> [(String, String)] {
        switch self {
        case .text(let text): [(path, text)]
        case .branch(let branch):
            branch.flatMap { $1.leaves(below: path.isEmpty ? $0 : path + "." + $0) }
        }
    }
}
