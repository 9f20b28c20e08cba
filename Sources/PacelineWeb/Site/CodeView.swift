import Paceline

/// A code to be passed on: as letters, as a picture and as a link.
struct CodeView: Sendable {
    let code: String
    let url: String
    /// The address of the picture, and what it is to those who do not see it.
    let picture: (href: String, text: String)
    let hint: String
    /// Where the code is made to lead nowhere, and what the way there is called.
    let revocation: (href: String, text: String)
    var isLong = false

    var view: View {
        [
            "code": .text(code), "url": .text(url), "picture": .text(picture.href),
            "pictureText": .text(picture.text), "hint": .text(hint), "revokeHref": .text(revocation.href),
            "revokeText": .text(revocation.text), "isLong": .flag(isLong),
        ]
    }
}
