import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Paceline

/// Makes responses of what handlers come back with.
struct PageRenderer: Sendable {
    let texts: Texts
    let assets: Assets
    private let templates: Templates

    static let resources = Bundle.module.bundleURL.appending(path: "Resources")

    init(watch: Templates.Watch? = nil) throws {
        let resources = Self.resources
        texts = try Texts(contentsOf: resources.appending(path: "Texts/en.json"))
        assets = try Assets(in: resources.appending(path: "Assets"))
        templates = try Templates(
            in: resources.appending(path: "Templates"), texts: texts, assets: assets, watch: watch)
    }

    func response(_ answer: PageAnswer, _ setting: PageSetting) -> Response {
        var response =
            switch answer.content {
            case .page(let page): markup(whole(page, setting), status: answer.status)
            case .fragment(let template, let view):
                markup(render(template, view, setting), status: answer.status)
            case .redirect(let path): Self.redirect(to: path)
            // A stream is answered before it gets here.
            case .nothing, .stream: Response(status: .init(code: answer.status))
            case .bytes(let bytes, let mediaType): Response(kept: bytes, mediaType: mediaType)
            }
        for cookie in answer.cookies { response.setCookie(cookie) }
        if case .page = answer.content {
            if let visitor = setting.namesVisitor {
                response.setCookie(setting.cookies.naming(visitor: visitor))
            }
            if setting.cookies.notice != nil { response.setCookie(setting.cookies.ending(.notice)) }
        }
        return response
    }

    /// A piece of a page that holds no forms, and so is the same for everybody.
    func piece(_ template: String, _ view: View) -> String { templates.render(template, view) ?? "" }

    private static func redirect(to path: LocalPath) -> Response {
        Response(status: .seeOther, headers: [.location: path.description])
    }

    private func markup(_ text: String, status: Int) -> Response {
        Response(
            status: .init(code: status), headers: [.contentType: "text/html; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// The page within what all pages have around them.
    private func whole(_ page: PageAnswer.Page, _ setting: PageSetting) -> String {
        var layout = surroundings(setting)
        layout["title"] = .text(page.title)
        layout["body"] = .text(render(page.template, page.view, setting))
        layout["stream"] = .text(optional: Self.stream(page, setting))
        layout["notice"] = .text(optional: setting.cookies.notice.flatMap { texts.text(at: "notice.\($0)") })
        if let place = page.place { layout[Self.mark(of: place)] = true }
        return templates.render("Site/layout", layout) ?? ""
    }

    /// Where the page listens, from before what it shows was read; nil for whoever has nothing to hear.
    private static func stream(_ page: PageAnswer.Page, _ setting: PageSetting) -> String? {
        guard let caller = setting.caller, caller.account.username != nil else { return nil }
        return LivePages.address(from: caller.attention.position, page.hears)
    }

    /// - Returns: what a template makes of its view; every template there is was read when the server started.
    private func render(_ template: String, _ view: View, _ setting: PageSetting) -> String {
        templates.render(template, surroundings(setting).merging(view)) ?? ""
    }

    /// By what name the layout asks whether the page is at the place.
    private static func mark(of place: PageAnswer.Place) -> String { "at_\(place.rawValue)" }

    /// What every template may name.
    private func surroundings(_ setting: PageSetting) -> View {
        var view: View = ["csrf": .text(setting.token.text), "caller": .nothing]
        for place in PageAnswer.Place.allCases { view[Self.mark(of: place)] = false }
        guard let caller = setting.caller else { return view }
        let known: View = [
            "name": .text(caller.account.displayName), "hasRequests": .flag(caller.attention.hasRequests),
            "bell": .view(BellView(unread: caller.attention.unreadNotifications, setting.wording).view),
            "username": .text(optional: caller.account.username),
            "avatar": .view(AvatarView(caller.account).view),
        ]
        view["caller"] = .view(known)
        return view
    }
}
