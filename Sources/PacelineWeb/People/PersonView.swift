import Paceline

/// A person's picture, or their initials on a gradient that is always the same for the same person.
struct AvatarView: Sendable {
    let view: View

    init(_ person: Person) {
        self.init(id: person.id, name: person.displayName, hasPicture: person.avatarURL != nil)
    }

    init(_ account: Account) {
        self.init(id: account.id, name: account.displayName, hasPicture: account.avatarURL != nil)
    }

    private init(id: Person.ID, name: String, hasPicture: Bool) {
        view = [
            "initials": hasPicture ? .nothing : .text(Self.initials(of: name)),
            "hue": .text("\(Self.hue(of: id))"),
            "picture": hasPicture ? .text("/people/\(id)/avatar") : .nothing,
        ]
    }

    /// Of the first and the last word.
    private static func initials(of name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let ends = words.count > 1 ? [words[0], words[words.count - 1]] : Array(words.prefix(1))
        return ends.compactMap(\.first).map { String($0).uppercased() }.joined()
    }

    /// One of the stylesheet's twelve gradients.
    private static func hue(of id: Person.ID) -> Int { Int(id.uuid.uuid.15) % 12 }
}

extension Person {
    /// Somebody as one line of a list or the head of a card.
    var line: View {
        [
            "id": .text("\(id)"), "displayName": .text(displayName), "username": .text(username),
            "href": .text("/@\(username)"), "avatar": .view(AvatarView(self).view),
            "isVerified": .flag(isVerified == true), "friends": .nothing, "relationship": .nothing,
            "deed": .nothing,
        ]
    }
}

/// A card with a list of people or of requests.
struct PeopleCard: Sendable {
    /// Tells it from other cards of the page.
    let name: String
    let title: String
    /// What a script knows the list by.
    var list: String?
    var people: [View] = []
    var requests: [View] = []

    /// Nothing when nobody is on it.
    var value: ViewValue {
        guard !people.isEmpty || !requests.isEmpty else { return .nothing }
        return .view([
            "name": .text(name), "title": .text(title), "list": .text(optional: list),
            "people": .list(people), "requests": .list(requests),
        ])
    }
}
