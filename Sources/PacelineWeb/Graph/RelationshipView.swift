import Paceline

/// What can be done about somebody, as far as the viewer stands to them: the right button in each state.
struct RelationshipView: Sendable {
    let person: Person
    /// The request between the two that waits.
    var request: ConnectionRequest?
    var isMuted = false
    /// Where to come back to.
    let path: String
    let localizer: Localizer

    var view: View {
        let relationship = person.relationship ?? .notFriends
        return [
            "actions": .list(actions(relationship).map(\.view)),
            "badge": .text(optional: badge(relationship)),
        ]
    }

    /// What can be done about a follower in the list of all.
    var asFollower: View {
        guard person.relationship != .friends else { return view }
        let follow = person.relationship == .followedBy ? [action("followBack", "follow", isMain: true)] : []
        return view.merging([
            "badge": .nothing,
            "actions": .list((follow + [action("removeFollower", "remove-follower")]).map(\.view)),
        ])
    }

    /// The switch of whom the viewer follows: whether they are told of what the person publishes.
    var notifying: View? {
        guard let isOn = person.notifications else { return nil }
        return [
            "isOn": .flag(isOn), "action": .text("/@\(person.username)/notifications"),
            "label": .text(localizer("action.notifyFor", ["name": person.displayName])),
        ]
    }

    /// What else can be done, behind the three dots of a profile.
    var menu: MenuView? {
        guard let relationship = person.relationship, relationship != .me, relationship != .blockedByMe else {
            return nil
        }
        var menu: [MenuView.Entry] = []
        if [.notFriends, .following, .followedBy].contains(relationship) {
            menu.append(link("request", text: "askWithMessage"))
        }
        if relationship == .followedBy { menu.append(entry("removeFollower", "remove-follower")) }
        menu += [isMuted ? entry("unmute", "unmute") : link("mute")]
        if relationship == .friends { menu.append(link("unfriend")) }
        menu.append(link("block"))
        return MenuView(localizer("person.more"), menu)
    }

    /// A request that waits for the viewer is told in words only where its buttons are not at hand.
    private func badge(_ relationship: Relationship) -> String? {
        guard relationship != .requestSentToMe || request == nil else { return nil }
        return localizer.texts.text(at: "relationship.\(relationship.rawValue)")
    }

    private func actions(_ relationship: Relationship) -> [ActionForm] {
        switch relationship {
        case .me, .friends: []
        case .notFriends: [action("addFriend", "request", isMain: true), action("follow", "follow")]
        case .following: [action("addFriend", "request", isMain: true), action("unfollow", "unfollow")]
        case .followedBy: [action("addFriend", "request", isMain: true), action("followBack", "follow")]
        case .requestSentByMe: answers(["cancel"])
        case .requestSentToMe: answers(["accept", "reject"])
        case .blockedByMe: [action("unblock", "unblock")]
        }
    }

    private func answers(_ names: [String]) -> [ActionForm] {
        guard let request else { return [] }
        return names.map { name in
            button(name, "/requests/\(request.id)/\(name)", isMain: name == "accept")
        }
    }

    private func action(_ name: String, _ verb: String, isMain: Bool = false) -> ActionForm {
        button(name, "/@\(person.username)/\(verb)", isMain: isMain)
    }

    private func button(_ name: String, _ action: String, isMain: Bool) -> ActionForm {
        ActionForm(
            action: action, text: localizer("action.\(name)"),
            label: localizer("action.\(name)For", ["name": person.displayName]),
            style: isMain ? "small" : "small quiet", path: path)
    }

    private func entry(_ name: String, _ verb: String) -> MenuView.Entry {
        .action(
            ActionForm(
                action: "/@\(person.username)/\(verb)", text: localizer("action.\(name)"), style: "plain"))
    }

    /// - Parameter text: the name of what it is called, where that is not the verb.
    private func link(_ verb: String, text: String? = nil) -> MenuView.Entry {
        .link(to: "/@\(person.username)/\(verb)", localizer("action.\(text ?? verb)"))
    }
}
