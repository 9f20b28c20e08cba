import Paceline

/// The buttons and badge that fit the relationship between the viewer and a person.
struct RelationshipView: Sendable {
    let person: Person
    /// The pending request between the two.
    var request: ConnectionRequest?
    /// The kinds of requests that the person doesn't accept, which are not offered.
    var refused: Set<ConnectionRequest.Kind> = []
    var isMuted = false
    /// The path to return to.
    let path: String
    let localizer: Localizer

    var view: View {
        let relationship = person.relationship ?? .notFriends
        return [
            "actions": .list(actions(relationship).map(\.view)),
            "badge": .text(optional: badge(relationship)),
            "isConnected": .flag(relationship != .notFriends),
        ]
    }

    /// The actions on a follower in the list of followers.
    var asFollower: View {
        guard person.relationship != .friends else { return view }
        let follow = person.relationship == .followedBy ? [action("followBack", "follow", isMain: true)] : []
        return view.merging([
            "badge": .nothing,
            "actions": .list((follow + [action("removeFollower", "remove-follower")]).map(\.view)),
        ])
    }

    /// The toggle for notifications about a followed person's posts.
    var notificationToggle: View? {
        guard let isOn = person.notifications else { return nil }
        return [
            "isOn": .flag(isOn), "action": .text("/@\(person.username)/notifications"),
            "label": .text(localizer("action.notifyFor", ["name": person.displayName])),
        ]
    }

    /// Further actions, in the menu of a profile.
    var menu: MenuView? {
        guard let relationship = person.relationship, relationship != .me, relationship != .blockedByMe else {
            return nil
        }
        var menu: [MenuView.Entry] = []
        if [.notFriends, .following, .followedBy].contains(relationship), !refused.contains(.friend) {
            menu.append(link("request", text: "askWithMessage"))
        }
        if relationship == .followedBy { menu.append(entry("removeFollower", "remove-follower")) }
        menu += [isMuted ? entry("unmute", "unmute") : link("mute")]
        if relationship == .friends { menu.append(link("unfriend")) }
        menu.append(link("block"))
        return MenuView(localizer("person.more"), menu)
    }

    /// A request needs a badge only where its buttons are missing.
    private func badge(_ relationship: Relationship) -> String? {
        let isAsked = [.requestSentByMe, .requestSentToMe].contains(relationship)
        guard !isAsked || request == nil else { return nil }
        if relationship == .notFriends, refused.contains(.friend) { return localizer("relationship.refuses") }
        return localizer.texts.text(at: "relationship.\(relationship.rawValue)")
    }

    private func actions(_ relationship: Relationship) -> [ActionForm] {
        switch relationship {
        case .me, .friends: []
        case .notFriends: addFriend + follow("follow")
        case .following: addFriend + [action("unfollow", "unfollow")]
        case .followedBy: addFriend + follow("followBack")
        case .requestSentByMe: answers(["cancel"])
        case .requestSentToMe: answers(["accept", "decline"])
        case .blockedByMe: [action("unblock", "unblock")]
        }
    }

    private var addFriend: [ActionForm] {
        refused.contains(.friend) ? [] : [action("addFriend", "request", isMain: true)]
    }

    private func follow(_ name: String) -> [ActionForm] {
        refused.contains(.follow) ? [] : [action(name, "follow")]
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
            style: isMain ? "small" : "small quiet", returnPath: path)
    }

    private func entry(_ name: String, _ verb: String) -> MenuView.Entry {
        .action(
            ActionForm(
                action: "/@\(person.username)/\(verb)", text: localizer("action.\(name)"), style: "plain"))
    }

    /// - Parameter text: the key of the label, if it differs from the verb.
    private func link(_ verb: String, text: String? = nil) -> MenuView.Entry {
        .link(to: "/@\(person.username)/\(verb)", localizer("action.\(text ?? verb)"))
    }
}
