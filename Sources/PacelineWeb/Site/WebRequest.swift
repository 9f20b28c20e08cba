import Foundation
import Hummingbird
import Paceline
import PacelineEngine

/// One request to a page, as its handler sees it.
struct WebRequest: Sendable {
    let engine: Engine
    let localizer: Localizer
    /// The address without its query.
    let path: String
    /// The address with its query.
    let address: String
    /// The parts of the address that the page's template names.
    let parameters: [String: String]
    let query: FormData
    let form: FormData
    /// Whoever is signed in.
    let user: SignedInUser?
    let cookies: SiteCookies
    /// Whether a script asks, which takes a piece of the page instead of a redirect to it.
    let wantsFragment: Bool
    /// Of the program that serves the pages.
    let version: String
    /// Where a stream was broken off that is taken up again.
    let lastEventID: String?

    /// The identifier in the address.
    /// - Throws: ``SocialError/Code/notFound``.
    func id<Subject>(_ name: String = "id") throws(SocialError) -> Identifier<Subject> {
        guard let id = Identifier<Subject>(parameters[name] ?? "") else { throw .pageNotFound }
        return id
    }

    /// The person whom an address such as `/@ana` names.
    /// - Throws: ``SocialError/Code/notFound``.
    func person(_ name: String = "person") throws(SocialError) -> PersonReference {
        guard let text = parameters[name], text.hasPrefix("@"), let person = PersonReference(text) else {
            throw .pageNotFound
        }
        return person
    }

    /// Which page of a list is wanted.
    func page(of limit: Int = PageRequest.defaultLimit) -> PageRequest {
        PageRequest(limit: limit, cursor: query["cursor"].map(Cursor.init))
    }

    /// Where the visitor came from, when it is a page of ours that said so.
    func returnPath(or path: String) -> LocalPath {
        form["return"].flatMap(LocalPath.init(untrusted:)) ?? LocalPath(path)
    }

    /// Where to go on after signing in.
    var nextPath: LocalPath? {
        (form["next"] ?? query["next"]).flatMap(LocalPath.init(untrusted:))
    }

    /// The button that shows what has come meanwhile, on the first page of a list; nothing on others.
    /// - Parameters:
    ///   - list: what a script loads again.
    ///   - kind: what the list is of, as the stream calls it.
    ///   - text: the name of what the button says.
    func refreshButton(in list: String, of kind: String, _ text: String) -> ViewValue {
        guard query["cursor"] == nil else { return .nothing }
        return .view(["list": .text(list), "kind": .text(kind), "text": .text(localizer(text))])
    }

    /// The link to the following page of the list that is shown, with the same filters; nothing where the list ends.
    /// - Parameters:
    ///   - list: what a script adds the following page to; nil where the page is opened instead.
    ///   - text: the name of what the link says.
    ///   - page: the page that shows the list, where it is not the one that is asked for.
    ///   - names: the filters.
    func moreLink(
        _ next: Cursor?, in list: String? = nil, _ text: String, of page: String? = nil,
        keeping names: [String] = []
    ) -> ViewValue {
        guard let next else { return .nothing }
        let target = names.reduce(LocalPath(page ?? path)) { path, name in
            query[name].map { path.with(name, $0) } ?? path
        }
        return .view([
            "href": .text(target.with("cursor", next.description).description),
            "text": .text(localizer(text)),
            "list": .text(optional: list),
        ])
    }
}

/// Somebody who is signed in.
struct SignedInUser: Sendable {
    let session: Session
    /// What waits for them.
    let attention: Attention

    var account: Account { attention.account }
    var timeZone: TimeZone { TimeZone(identifier: account.timeZone) ?? .gmt }
}

extension SocialError {
    static let pageNotFound = SocialError(.notFound, "There is no such page.")
}
