/// A page with one message and links to continue.
struct Message: Sendable {
    let icon: Icon
    let heading: String
    let text: String
    /// The request ID by which operators find the error in the log.
    var requestID: String?
    let links: [Link]
    /// The form that failed, below the message.
    var form: FailedForm?
    /// Links about the site, and the values of `Site/operator`, below the message.
    var about: View?

    struct Link: Sendable {
        let href: String
        let text: String
        var isQuiet = false
    }

    func page(at navigationItem: PageResponse.NavigationItem? = nil, status: Int = 200) -> PageResponse {
        .page(
            "Site/message", title: heading, at: navigationItem, status: status,
            [
                "icon": .template(icon.template), "heading": .text(heading), "text": .text(text),
                "requestID": .text(optional: requestID), "failed": .view(optional: form?.view),
                "about": .view(optional: about),
                "links": .list(
                    links.map {
                        ["href": .text($0.href), "text": .text($0.text), "isQuiet": .flag($0.isQuiet)]
                    }),
            ])
    }
}

/// The placeholder of an empty list.
struct EmptyState: Sendable {
    let icon: Icon
    let title: String
    let text: String
    /// A link to where the user can fill the list.
    var link: (href: String, text: String)?
    /// Whether the script moves focus here.
    var takesFocus = false

    var view: View {
        [
            "icon": .template(icon.template), "title": .text(title), "text": .text(text),
            "takesFocus": .flag(takesFocus),
            "link": .view(optional: link.map { ["href": .text($0.href), "text": .text($0.text)] }),
        ]
    }
}
