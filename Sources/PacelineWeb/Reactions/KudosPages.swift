import Paceline

/// Giving kudos and taking them back.
enum KudosPages {
    static func change(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let item: FeedItem.ID = try visit.id()
        let gives = visit.form["given"] == "1"
        let tally =
            gives
            ? try await caller.session.giveKudos(to: item, big: visit.form["big"] == "1")
            : try await caller.session.withdrawKudos(from: item)
        guard visit.wantsFragment else { return .redirect(to: visit.returning(or: "/items/\(item)")) }
        let view = KudosView(tally, of: item, visit.wording).view
        return .fragment(
            "Reactions/kudos", view.merging(["return": .text(visit.returning(or: "").description)]))
    }
}

/// The button that gives kudos and takes them back.
struct KudosView: Sendable {
    let view: View

    init(_ item: FeedItem, _ wording: Wording) {
        self.init(item: item.id, count: item.kudosCount, mine: item.hasKudos, wording)
    }

    init(_ tally: Tally, of item: FeedItem.ID, _ wording: Wording) {
        self.init(item: item, count: tally.count, mine: tally.mine, wording)
    }

    private init(item: FeedItem.ID, count: Int, mine: Bool, _ wording: Wording) {
        let count = wording.count("kudos.count", count)
        view = View.pressed(mine).merging([
            "item": .text("\(item)"), "count": .text(count),
            "says": .text(wording(mine ? "kudos.given" : "kudos.withdrawn", ["count": count])),
        ])
    }
}
