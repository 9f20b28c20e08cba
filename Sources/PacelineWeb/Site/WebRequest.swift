import Foundation
import Hummingbird
import Paceline
import PacelineEngine

/// A request to a page, as its handler sees it.
struct WebRequest: Sendable {
    let engine: Engine
    /// Where the request comes from, if it submits a form or the page takes credentials.
    let origin: SignInOrigin
    let localizer: Localizer
    /// The path without the query.
    let path: String
    /// The path with the query.
    let address: String
    /// The path parameters.
    let parameters: [String: String]
    let query: FormData
    let form: FormData
    /// The user; nil for visitors.
    let user: SignedInUser?
    let cookies: SiteCookies
    /// The sealed form that is shown again after signing in; nil if there is none.
    let keptForm: String?
    /// Whether the script asks for a fragment instead of a redirect.
    let wantsFragment: Bool
    /// The relying party of passkeys; nil if browsers can use none at this address.
    let relyingParty: RelyingParty?
    /// The version of the program.
    let version: String
    let serverOperator: ServerOperator
    /// The last event that a reconnecting stream received.
    let lastEventID: String?

    /// The identifier in the path.
    /// - Throws: ``SocialError/Code/notFound``.
    func id<Subject>(_ name: String = "id") throws(SocialError) -> Identifier<Subject> {
        guard let id = Identifier<Subject>(parameters[name] ?? "") else { throw .pageNotFound }
        return id
    }

    /// The person in a path such as `/@ana`.
    /// - Throws: ``SocialError/Code/notFound``.
    func person(_ name: String = "person") throws(SocialError) -> PersonReference {
        guard let text = parameters[name], text.hasPrefix("@"), let person = PersonReference(text) else {
            throw .pageNotFound
        }
        return person
    }

    /// The requested page of a list.
    /// - Parameter parameter: the query parameter with the cursor. Each further list on a page has its own.
    func page(of limit: Int = PageRequest.defaultLimit, at parameter: String = "cursor") -> PageRequest {
        PageRequest(limit: limit, cursor: query[parameter].map(Cursor.init))
    }

    /// The path to return to, if the form names a path on this site.
    func returnPath(or path: String) -> LocalPath {
        form["return"].flatMap(LocalPath.init(untrusted:)) ?? LocalPath(path)
    }

    /// The path to return to, if the query names a path on this site.
    func returnPathInQuery(or path: String) -> LocalPath {
        query["return"].flatMap(LocalPath.init(untrusted:)) ?? LocalPath(path)
    }

    /// The path to continue at after signing in.
    var nextPath: LocalPath? {
        (form["next"] ?? query["next"]).flatMap(LocalPath.init(untrusted:))
    }

    /// A button that loads new items, on the first page of a list only.
    /// - Parameters:
    ///   - list: the id of the element that the script reloads.
    ///   - kind: the event that shows the button.
    ///   - text: the key of the label.
    func refreshButton(in list: String, of kind: String, _ text: String) -> ViewValue {
        guard query["cursor"] == nil else { return .nothing }
        return .view(["list": .text(list), "kind": .text(kind), "text": .text(localizer(text))])
    }

    /// A link to the next page of a list with the same filters; nothing on the last page.
    /// - Parameters:
    ///   - list: the id of the list that the script extends; nil to open the next page instead.
    ///   - text: the key of the label.
    ///   - page: the path of the list, if it isn't the current path.
    ///   - names: the query parameters to keep.
    ///   - parameters: the query parameters to add.
    func moreLink(
        _ next: Cursor?, in list: String? = nil, _ text: String, of page: String? = nil,
        keeping names: [String] = [], adding parameters: [(String, String)] = []
    ) -> ViewValue {
        guard let next else { return .nothing }
        let target = names.reduce(LocalPath(page ?? path)) { path, name in
            query[name].map { path.with(name, $0) } ?? path
        }
        return .view([
            "href": .text(
                parameters.reduce(target.with("cursor", next.description)) { $0.with($1.0, $1.1) }.description
            ),
            "text": .text(localizer(text)),
            "list": .text(optional: list),
        ])
    }

    /// A link to the next page of a further list on a page.
    /// - Parameters:
    ///   - name: the query parameter with the list's cursor, and the prefix of the ids of its card.
    ///   - page: the path of the page, if it isn't the current path.
    func moreLink(_ next: Cursor?, ofCard name: String, _ text: String, of page: String? = nil) -> ViewValue {
        guard let next else { return .nothing }
        return .view([
            "href": .text("\(LocalPath(page ?? path).with(name, next.description))#\(name)-title"),
            "text": .text(localizer(text)), "list": .nothing,
        ])
    }
}

/// The signed-in user of a request.
struct SignedInUser: Sendable {
    let session: Session
    /// The account, its unread notifications and pending requests.
    let attention: Attention

    var account: Account { attention.account }
    var timeZone: TimeZone { TimeZone(identifier: account.timeZone) ?? .gmt }
}

extension SocialError {
    static let pageNotFound = SocialError(.notFound, "Page not found.")
}
