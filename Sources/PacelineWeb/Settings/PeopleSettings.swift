import Paceline

/// Whom somebody has blocked or muted, with the way back.
enum PeopleSettings {
    static func showBlocked(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        list(.blocked, undo: "unblock", visit, try await caller.session.blocks(visit.page(of: 50)))
    }

    static func showMuted(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        list(.muted, undo: "unmute", visit, try await caller.session.mutes(visit.page(of: 50)))
    }

    private static func list(
        _ place: SettingsPlace, undo: String, _ visit: Visit, _ people: Page<Person>
    ) -> PageAnswer {
        let views = people.items.map { person in
            let undoing = ActionForm(
                action: "/@\(person.username)/\(undo)", text: visit.wording("action.\(undo)"),
                label: visit.wording("action.\(undo)For", ["name": person.displayName]),
                style: "small quiet", path: place.path)
            return person.line.merging(["deed": .view(undoing.view)])
        }
        return place.page(
            visit,
            [
                "people": .list(views), "isEmpty": .flag(views.isEmpty),
                "explanation": .text(visit.wording("settings.\(place.rawValue).explanation")),
                "nobody": .text(visit.wording("settings.\(place.rawValue).nobody")),
                "more": visit.more(people.next, in: "people", "friends.more"),
            ])
    }
}
