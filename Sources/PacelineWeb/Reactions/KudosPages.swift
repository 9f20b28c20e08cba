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
