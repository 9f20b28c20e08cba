import Paceline

extension Person {
    /// Somebody as one line of a list or the head of a card.
    var line: View {
        [
            "id": .text("\(id)"), "displayName": .text(displayName), "username": .text(username),
            "href": .text("/@\(username)"), "avatar": .view(AvatarView(self).view),
            "isVerified": .flag(isVerified == true), "friends": .nothing,
        ]
    }
}
