/// A page that says one thing, and where to go on.
struct Message: Sendable {
    let icon: Icon
    let heading: String
    let text: String
    /// The number by which whoever runs the server finds what went wrong.
    var requestID: String?
    let links: [Link]

    struct Link: Sendable {
        let href: String
        let text: String
        var isQuiet = false
    }

    func page(at place: PageResponse.Place? = nil, status: Int = 200) -> PageResponse {
        .page(
            "Site/message", title: heading, at: place, status: status,
            [
                "icon": .template(icon.template), "heading": .text(heading), "text": .text(text),
                "requestID": .text(optional: requestID),
                "links": .list(
                    links.map {
                        ["href": .text($0.href), "text": .text($0.text), "isQuiet": .flag($0.isQuiet)]
                    }),
            ])
    }
}

/// What stands in the place of a list that is empty.
struct EmptyState: Sendable {
    let icon: Icon
    let title: String
    let text: String
    /// The way to what fills the list.
    var link: (href: String, text: String)?
    /// Whether a script leads a keyboard here.
    var takesFocus = false

    var view: View {
        [
            "icon": .template(icon.template), "title": .text(title), "text": .text(text),
            "takesFocus": .flag(takesFocus),
            "link": .view(optional: link.map { ["href": .text($0.href), "text": .text($0.text)] }),
        ]
    }
}
