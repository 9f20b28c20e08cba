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

/// The toggle for kudos. On the viewer's own items, a link to the people who gave kudos; but kudos that the viewer gave
/// elsewhere, such as on the command line, can be withdrawn.
struct KudosView: Sendable {
    let view: View

    /// - Parameter href: the item's page.
    init(_ item: FeedItem, isMine: Bool, href: String, _ localizer: Localizer) {
        self.init(
            item: item.id, Tally(count: item.kudosCount, mine: item.hasKudos), isMine: isMine, href: href,
            localizer)
    }

    /// The toggle after it was pressed.
    init(_ tally: Tally, of item: FeedItem.ID, _ localizer: Localizer) {
        self.init(item: item, tally, isMine: false, href: "/items/\(item)", localizer)
    }

    private init(item: FeedItem.ID, _ tally: Tally, isMine: Bool, href: String, _ localizer: Localizer) {
        let count = localizer.count("kudos.count", tally.count)
        view = View.pressed(tally.mine).merging([
            "item": .text("\(item)"), "count": .text(count), "href": .text(href),
            "isMine": .flag(isMine && !tally.mine),
            "shown": tally.count == 0 ? .nothing : .text(Measure.grouped(tally.count)),
            "says": .text(localizer(tally.mine ? "kudos.given" : "kudos.withdrawn", ["count": count])),
        ])
    }
}

/// Some of the people who gave kudos, as on a card: their pictures and names.
struct GiversView: Sendable {
    let view: View

    /// With more names, the sentence would not fit on a phone.
    private static let named = 2

    /// - Parameter givers: without the viewer.
    /// - Returns: nil if no one else gave kudos.
    init?(_ item: FeedItem, _ givers: [Person], _ localizer: Localizer) {
        guard let first = givers.first else { return nil }
        let others = item.kudosCount - (item.hasKudos ? 1 : 0) - min(givers.count, Self.named)
        let sentence =
            switch (givers.dropFirst().first, others) {
            case (nil, ...0): Self.shortName(of: first)
            case (let second?, ...0):
                localizer(
                    "kudos.two", ["first": Self.shortName(of: first), "second": Self.shortName(of: second)])
            case (let second, _):
                localizer.count(
                    "kudos.more", others,
                    [
                        "names": [first, second].compactMap { $0.map(Self.shortName) }.joined(
                            separator: ", ")
                    ])
            }
        view = ["people": .list(givers.map(\.line)), "sentence": .text(sentence)]
    }

    /// The first word of the name.
    private static func shortName(of person: Person) -> String {
        person.displayName.split(separator: " ").first.map(String.init) ?? person.displayName
    }
}
