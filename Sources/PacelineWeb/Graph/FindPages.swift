import Paceline
import PacelineEngine

/// Finding people: by name, by code, by what is suggested.
enum FindPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await page(visit, caller, nil)
    }

    /// Asks the owner of a code to be friends; a code that nobody has is told beside its field.
    static func addByCode(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        do {
            let code = visit.form["code"] ?? ""
            let request = try await caller.session.request(RequestDraft(to: .code(code)))
            let notice = request.state == .accepted ? "friendsNow" : "requested"
            return .redirect(to: "/@\(request.to.username)").setting(visit.cookies.noting(notice))
        } catch let error as SocialError
            where error.code == .friendCodeNotFound || error.code == .invalidValue
        {
            return try await page(visit, caller, error)
        }
    }

    /// What the link of a code opens: asks whether to send its owner a request.
    static func showCode(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        guard let code = FriendCode(visit.parameters["code"] ?? "") else { throw SocialError.noPage }
        return Confirmation(
            icon: .people, heading: visit.wording("add.title"), text: visit.wording("add.text"),
            button: visit.wording("add.button"), action: "/friends/add", back: LocalPath("/friends/find"),
            code: code.description, isDanger: false
        ).page(at: .friends)
    }

    /// Asks before a code leads nowhere that may be on a poster.
    static func confirmReset(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        Confirmation(
            heading: visit.wording("confirm.resetCode.title"), text: visit.wording("confirm.resetCode.text"),
            button: visit.wording("find.reset"), action: "/friends/code/reset",
            back: LocalPath("/friends/find")
        ).page
    }

    static func resetCode(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        _ = try await caller.session.resetFriendCode()
        return .redirect(to: "/friends/find").setting(visit.cookies.noting("codeReset"))
    }

    static func codePicture(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let picture = try await caller.session.friendCodePicture(as: .svg)
        return PageAnswer(
            content: .bytes(picture.bytes, mediaType: picture.format.mediaType))
    }

    private static func page(
        _ visit: Visit, _ caller: Caller, _ error: SocialError?
    ) async throws -> PageAnswer {
        let wording = visit.wording
        let query = visit.query["q"]
        let page = try await caller.session.findPage(
            matching: query, visit.page(of: 20), suggestionLimit: 8)
        let field = Field(
            name: "code", label: wording("find.code"), hint: wording("find.codeHint"),
            attributes: [.isRequired])
        let named = error.map { SocialError($0.code, wording.said(by: $0), field: "code") }
        var view: View = [
            "tabs": Tabs.friends.view(wording, shown: "find"), "query": .text(query ?? ""),
            "suggestions": PeopleCard(
                name: "suggestions", title: wording("find.suggestions"),
                people: page.suggestions.map { known($0, nil, visit) }
            ).value, "code": .view(code(page.code, wording)),
            "codeField": .view(field.view(visit.form["code"], named, wording)),
        ]
        view = view.merging(results(page, visit))
        return .page(
            "Graph/find", title: wording("friends.find"), at: .friends, status: error == nil ? 200 : 422, view
        )
    }

    private static func code(_ link: FriendCodeLink, _ wording: Wording) -> View {
        CodeView(
            code: link.code, url: link.url, picture: ("/friends/code.svg", wording("find.picture")),
            hint: wording("find.yourCodeHint"), end: ("/friends/code/reset", wording("find.reset"))
        ).view
    }

    private static func results(_ page: FindPage, _ visit: Visit) -> View {
        guard let found = page.found else { return ["isSearching": false] }
        return [
            "isSearching": true,
            "results": .list(found.items.map { known($0, page.requests[$0.id], visit) }),
            "says": .text(visit.wording.count("find.found", found.items.count)),
            "more": visit.more(found.next, "friends.more", keeping: ["q"]),
            "hasResults": .flag(!found.items.isEmpty),
        ]
    }

    private static func known(_ person: Person, _ request: ConnectionRequest?, _ visit: Visit) -> View {
        // Not to where a refused code was sent, which is no page.
        let path = visit.query["q"] == nil ? "/friends/find" : visit.address
        let relationship = RelationshipView(
            person: person, request: request, path: path, wording: visit.wording
        ).view
        return person.line.merging([
            "relationship": .view(relationship),
            "friends": .text(visit.wording.count("friends.count", person.friendCount)),
        ])
    }
}
