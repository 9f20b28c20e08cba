import Paceline

/// The form for a friend request with a message.
enum RequestPage {
    static func show(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        let recipient = try await user.session.recipient(try request.person())
        let person = recipient.person
        guard [.notFriends, .following, .followedBy].contains(person.relationship ?? .notFriends) else {
            // The profile shows their relationship.
            return .redirect(to: LocalPath("/@\(person.username)"))
        }
        guard recipient.acceptsRequests else { return FindPages.refusal(of: person, request) }
        return page(person, request, nil)
    }

    static func send(_ request: WebRequest, _ user: SignedInUser) async throws -> PageResponse {
        do {
            let message = request.form["message"]?.replacing("\r\n", with: "\n")
            let connection = try await user.session.request(
                RequestDraft(to: .person(try request.person()), message: message))
            let notice = connection.state == .accepted ? "friendsNow" : "requested"
            return .redirect(to: request.returnPath(or: "/@\(connection.to.username)"))
                .settingCookies(request.cookies.noticeCookie(notice))
        } catch let error as SocialError where error.field == "message" {
            return page(try await user.session.person(try request.person()), request, error)
        }
    }

    private static func page(_ person: Person, _ request: WebRequest, _ error: SocialError?) -> PageResponse {
        let title = request.localizer("request.title", ["name": person.displayName])
        let message = Field(
            name: "message", label: request.localizer("request.message"),
            hint: request.localizer("request.hint", request.localizer.limits(TextRule.requestMessage.length)),
            length: TextRule.requestMessage.length, rows: 3)
        let view: View = [
            "heading": .text(title),
            "message": .view(message.view(request.form.exact("message"), error, request.localizer)),
            "action": .text("/@\(person.username)/request"),
        ]
        return .page(
            "Graph/requestForm", title: title, at: .friends, status: error == nil ? 200 : 422,
            person.line.merging(view))
    }
}
