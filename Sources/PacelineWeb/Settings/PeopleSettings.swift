import Paceline

/// The lists of blocked and muted people.
enum PeopleSettings {
    static func showBlocked(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        list(.blocked, undo: "unblock", request, try await user.session.blocks(request.page(of: 50)))
    }

    static func showMuted(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        list(.muted, undo: "unmute", request, try await user.session.mutes(request.page(of: 50)))
    }

    private static func list(
        _ section: SettingsSection, undo: String, _ request: WebRequest, _ people: Page<Person>
    ) -> PageResponse {
        let views = people.items.map { person in
            let undoing = ActionForm(
                action: "/@\(person.username)/\(undo)", text: request.localizer("action.\(undo)"),
                label: request.localizer("action.\(undo)For", ["name": person.displayName]),
                style: "small quiet", returnPath: section.path)
            return person.line.merging(["personAction": .view(undoing.view)])
        }
        return section.page(
            request,
            [
                "people": .list(views), "isEmpty": .flag(views.isEmpty),
                "explanation": .text(request.localizer("settings.\(section.rawValue).explanation")),
                "none": .text(request.localizer("settings.\(section.rawValue).none")),
                "more": request.moreLink(people.next, in: "people", "friends.more"),
            ])
    }
}
