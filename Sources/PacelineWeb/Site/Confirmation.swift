/// A page that asks before something is done that cannot be taken back.
struct Confirmation: Sendable {
    let heading: String
    let text: String
    let button: String
    /// Where the form is sent.
    let action: String
    /// Where the page leads on cancel, and when it is done, unless the page that it came from is gone.
    let back: LocalPath

    var page: PageAnswer {
        .page(
            "Site/confirmation", title: heading,
            [
                "heading": .text(heading), "text": .text(text), "button": .text(button),
                "action": .text(action),
                "back": .text(back.description),
            ])
    }
}
