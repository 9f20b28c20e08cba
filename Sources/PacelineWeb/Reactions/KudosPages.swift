import Paceline

/// Giving and removing kudos.
enum KudosPages {
    static func change(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let item: FeedItem.ID = try request.id()
        let gives = request.form["given"] == "1"
        let tally =
            gives
            ? try await user.session.giveKudos(to: item, big: request.form["big"] == "1")
            : try await user.session.withdrawKudos(from: item)
        guard request.wantsFragment else { return .redirect(to: request.returnPath(or: "/items/\(item)")) }
        let view = KudosView(tally, of: item, request.localizer).view
        return .fragment(
            "Reactions/kudos", view.merging(["return": .text(request.returnPath(or: "").description)]))
    }
}

/// The toggle for kudos.
struct KudosView: Sendable {
    let view: View

    init(_ item: FeedItem, _ localizer: Localizer) {
        self.init(item: item.id, count: item.kudosCount, mine: item.hasKudos, localizer)
    }

    init(_ tally: Tally, of item: FeedItem.ID, _ localizer: Localizer) {
        self.init(item: item, count: tally.count, mine: tally.mine, localizer)
    }

    private init(item: FeedItem.ID, count: Int, mine: Bool, _ localizer: Localizer) {
        let count = localizer.count("kudos.count", count)
        view = View.pressed(mine).merging([
            "item": .text("\(item)"), "count": .text(count),
            "says": .text(localizer(mine ? "kudos.given" : "kudos.withdrawn", ["count": count])),
        ])
    }
}
