import Paceline

/// A profile picture, or initials on a gradient that is stable for each person.
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

    /// The initials of the first and last word.
    private static func initials(of name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let ends = words.count > 1 ? [words[0], words[words.count - 1]] : Array(words.prefix(1))
        return ends.compactMap(\.first).map { String($0).uppercased() }.joined()
    }

    /// The index of one of the stylesheet's twelve gradients.
    private static func hue(of id: Person.ID) -> Int { Int(id.uuid.uuid.15) % 12 }
}

extension Person {
    /// A person in a list or at the head of a card.
    var line: View {
        [
            "id": .text("\(id)"), "displayName": .text(displayName), "username": .text(username),
            "href": .text("/@\(username)"), "avatar": .view(AvatarView(self).view),
            "isVerified": .flag(isVerified == true), "friends": .nothing, "relationship": .nothing,
            "personAction": .nothing,
        ]
    }
}

/// A section that lists people or requests.
struct PeopleSection: Sendable {
    /// The prefix of the section's ids on the page.
    let name: String
    let title: String
    /// The id of the list, for the script.
    var list: String?
    var people: [View] = []
    var requests: [View] = []
    /// The link to the next page of the list, inside the section.
    var more: ViewValue = .nothing

    /// The section; nothing if it is empty.
    var value: ViewValue { .view(optional: view) }

    /// The section; nil if it is empty.
    var view: View? {
        guard !people.isEmpty || !requests.isEmpty else { return nil }
        return [
            "name": .text(name), "title": .text(title), "list": .text(optional: list),
            "people": .list(people), "requests": .list(requests),
            "more": more,
        ]
    }
}
