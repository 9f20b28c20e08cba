import Paceline
import PacelineEngine

/// Finding people by name, by code or from suggestions.
enum FindPages {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        try await page(request, user, nil)
    }

    /// Sends a friend request to the owner of a code. An unknown code is shown as an error next to the field.
    static func addByCode(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        do {
            let code = request.form["code"] ?? ""
            let connection = try await user.session.request(RequestDraft(to: .code(code)))
            let notice = connection.state == .accepted ? "friendsNow" : "requested"
            return .redirect(to: "/@\(connection.to.username)").settingCookies(
                request.cookies.noticeCookie(notice)
            ).answering(FriendCode(code).map(InvitationLink.friend), request)
        } catch let error as SocialError
            where error.code == .friendCodeNotFound || error.code == .invalidValue
        {
            return try await page(request, user, error)
        }
    }

    /// Shows the confirmation page that a friend-code link opens.
    static func showCode(_ request: WebRequest) async throws -> PageResponse {
        let code = FriendCode(request.parameters["code"] ?? "")
        let link = code.map(InvitationLink.friend)
        return try await InvitationPages.show(link, request) { user in
            guard let code else { return failed(request) }
            return try await page(of: code, request, user)
        }
    }

    private static func page(
        of code: FriendCode, _ request: WebRequest, _ user: SignedInUser
    ) async throws -> PageResponse {
        let (link, localizer) = (InvitationLink.friend(code), request.localizer)
        do {
            let recipient = try await user.session.recipient(withFriendCode: code)
            let owner = recipient.person
            guard owner.id != user.account.id else {
                return .redirect(to: "/friends/find").answering(link, request)
            }
            let isAsked = owner.relationship == .requestSentByMe && recipient.pending?.kind == .friend
            guard owner.relationship != .friends, !isAsked else {
                // The profile shows the relationship.
                return .redirect(to: LocalPath("/@\(owner.username)")).answering(link, request)
            }
            guard recipient.acceptsRequests else {
                return refusal(of: owner, request).answering(link, request)
            }
            return Confirmation(
                icon: .people, heading: localizer("add.title", ["name": owner.displayName]),
                facts: "@\(owner.username)", text: localizer("add.text"), button: localizer("add.button"),
                action: "/friends/add", back: LocalPath("/friends/find"), code: code.description,
                isDanger: false
            ).page(at: .friends)
        } catch let error as SocialError where error.code == .friendCodeNotFound {
            return failed(request).answering(link, request)
        }
    }

    /// The page of a code that never existed, was replaced, or belongs to a person across a block.
    private static func failed(_ request: WebRequest) -> PageResponse {
        Message(
            icon: .people, heading: request.localizer("join.failed"),
            text: request.localizer("add.failedText"),
            links: [Message.Link(href: "/friends/find", text: request.localizer("friends.find"))]
        ).page(at: .friends, status: 404)
    }

    /// Says that a person takes no friend requests.
    static func refusal(of person: Person, _ request: WebRequest) -> PageResponse {
        Message(
            icon: .people,
            heading: request.localizer("relationship.refusesNamed", ["name": person.displayName]),
            text: request.localizer("request.refused"),
            links: [Message.Link(href: "/@\(person.username)", text: person.displayName, isQuiet: true)]
        ).page(at: .friends)
    }

    /// Asks for confirmation, because the old code may be printed somewhere.
    static func confirmReset(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        Confirmation(
            heading: request.localizer("confirm.resetCode.title"),
            text: request.localizer("confirm.resetCode.text"),
            button: request.localizer("find.reset"), action: "/friends/code/reset",
            back: LocalPath("/friends/find")
        ).page
    }

    static func resetCode(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        _ = try await user.session.resetFriendCode()
        return .redirect(to: "/friends/find").settingCookies(request.cookies.noticeCookie("codeReset"))
    }

    static func codePicture(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let picture = try await user.session.friendCodeQRCode(as: .svg)
        return PageResponse(
            content: .bytes(picture.bytes, mediaType: picture.format.mediaType))
    }

    private static func page(
        _ request: WebRequest, _ user: SignedInUser, _ error: SocialError?
    ) async throws -> PageResponse {
        let localizer = request.localizer
        let query = request.query["q"]
        let page = try await user.session.findPage(
            matching: query, request.page(of: 20), suggestionLimit: 8)
        let field = Field(
            name: "code", label: localizer("find.code"), hint: localizer("find.codeHint"),
            attributes: [.isRequired])
        let fieldError = error.map { SocialError($0.code, localizer.message(for: $0), field: "code") }
        var view: View = [
            "tabs": Tabs.friends.view(localizer, shown: "find"), "query": .text(query ?? ""),
            "suggestions": .list(
                SuggestionSections(page.suggestions, page.refused, returningTo: "/friends/find", localizer)
                    .views
            ),
            "code": .view(code(page.code, localizer)),
            "codeField": .view(field.view(request.form["code"], fieldError, localizer)),
        ]
        view = view.merging(results(page, request))
        return .page(
            "Graph/find", title: localizer("friends.find"), at: .friends, status: error == nil ? 200 : 422,
            view
        )
    }

    private static func code(_ link: FriendCodeLink, _ localizer: Localizer) -> View {
        CodeView(
            code: link.code, url: link.url, picture: ("/friends/code.svg", localizer("find.picture")),
            hint: localizer("find.yourCodeHint"), revocation: ("/friends/code/reset", localizer("find.reset"))
        ).view
    }

    private static func results(_ page: FindPage, _ request: WebRequest) -> View {
        guard let found = page.found else { return ["isSearching": false] }
        return [
            "isSearching": true,
            "results": .list(found.items.map { known($0, page, request) }),
            "resultCount": .text(request.localizer.count("find.found", found.items.count)),
            "more": request.moreLink(found.next, "friends.more", keeping: ["q"]),
            "hasResults": .flag(!found.items.isEmpty),
        ]
    }

    /// A suggested person, with the reason.
    static func suggested(
        _ suggestion: Suggestion, _ refused: RefusedRequests, returningTo path: String, _ localizer: Localizer
    ) -> View {
        let relationship = RelationshipView(
            person: suggestion.person, refused: refused[suggestion.person.id] ?? [], path: path,
            localizer: localizer)
        let reason =
            switch suggestion.reason {
            case .friendsInCommon(let count): localizer.count("find.inCommon", count)
            case .sameSport: localizer("find.sameSport")
            case nil: localizer("find.isActive")
            }
        return suggestion.person.line.merging([
            "relationship": .view(relationship.view), "friends": .text(reason),
        ])
    }

    private static func known(_ person: Person, _ page: FindPage, _ request: WebRequest) -> View {
        // After a rejected code the current path takes only POST.
        let path = request.query["q"] == nil ? "/friends/find" : request.address
        let relationship = RelationshipView(
            person: person, request: page.requests[person.id], refused: page.refused[person.id] ?? [],
            path: path, localizer: request.localizer
        ).view
        return person.line.merging([
            "relationship": .view(relationship),
            "friends": .text(request.localizer.count("friends.count", person.friendCount)),
        ])
    }
}
