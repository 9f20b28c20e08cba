import Paceline

/// Generates names of fictional people in several languages.
struct DemoNames {
    private var taken: Set<String> = []

    /// A display name in its own script, and a username derived from it.
    struct Name: Equatable {
        let displayName: String
        let username: String
        let language: DemoLanguage
    }

    /// Returns a name with an unused, valid username.
    /// - Parameter weights: the relative frequency of each language.
    mutating func next(
        weights: KeyPath<DemoLanguage, Double>, using random: inout DemoRandom
    ) -> Name {
        while true {
            let language = random.element(
                weighted: DemoLanguage.allCases.map { ($0, weight: $0[keyPath: weights]) })
            let given = random.element(of: language.given)
            let family = random.element(of: language.family)
            let username = Self.username(given.plain, family.plain, using: &random)
            guard !taken.contains(username), Self.isAllowed(username) else { continue }
            taken.insert(username)
            return Name(
                displayName: language.displayName(given.written, family.written), username: username,
                language: language)
        }
    }

    private static func username(
        _ given: String, _ family: String, using random: inout DemoRandom
    ) -> String {
        let name =
            switch random.number(0...3) {
            case 0: "\(given)_\(family)"
            case 1: given + family
            case 2: String(given.prefix(1)) + family
            default: given + String(family.prefix(1))
            }
        return String(name.prefix(18)) + (random.chance(0.2) ? "\(random.number(2...99))" : "")
    }

    private static func isAllowed(_ username: String) -> Bool {
        do throws(SocialError) {
            _ = try Username(username)
            return true
        } catch {
            // Names can combine to a reserved or offensive word.
            return false
        }
    }
}
