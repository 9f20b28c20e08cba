import Paceline

/// A code to share, shown as letters, a QR code and a link.
struct CodeView: Sendable {
    let code: String
    let url: String
    /// The path of the QR code and its alternative text.
    let picture: (href: String, text: String)
    let hint: String
    /// The path and label of the link that revokes the code.
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
