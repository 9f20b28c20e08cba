import Paceline

/// Asking somebody to be friends, with a few words of one's own.
enum RequestPage {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        try await page(visit, caller, nil)
    }

    static func send(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        do {
            let message = visit.form["message"]?.replacing("\r\n", with: "\n")
            let request = try await caller.session.request(
                RequestDraft(to: .person(try visit.person()), message: message))
            let notice = request.state == .accepted ? "friendsNow" : "requested"
            return .redirect(to: visit.returning(or: "/@\(request.to.username)"))
                .setting(visit.cookies.noting(notice))
        } catch let error as SocialError where error.field == "message" {
            return try await page(visit, caller, error)
        }
    }

    private static func page(
        _ visit: Visit, _ caller: Caller, _ error: SocialError?
    ) async throws -> PageAnswer {
        let person = try await caller.session.person(try visit.person())
        let title = visit.wording("request.title", ["name": person.displayName])
        let message = Field(
            name: "message", label: visit.wording("request.message"), hint: visit.wording("request.hint"),
            rows: 3)
        let view: View = [
            "heading": .text(title),
            "message": .view(message.view(visit.form.exact("message"), error, visit.wording)),
            "action": .text("/@\(person.username)/request"),
        ]
        return .page(
            "Graph/ask", title: title, at: .friends, status: error == nil ? 200 : 422,
            person.line.merging(view))
    }
}
