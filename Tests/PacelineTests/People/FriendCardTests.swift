import Foundation
import Testing

@testable import Paceline

@Suite struct FriendCardTests {
    private static let key = Data(0..<32)

    private static func card(_ name: String) -> FriendCard {
        FriendCard(name: name, key: key, publicURL: "https://crew.example")
    }

    @Test(arguments: ["Ana", "Ana Novak 🚣‍♀️", "Ανδρέας", "山田 太郎"])
    func `a card survives its link, also with spaces around it`(name: String) throws {
        let card = Self.card(name)
        #expect(card.link.hasPrefix("https://crew.example/add/\(FriendCode(cardKey: Self.key))#"))
        #expect(card.link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        for text in [card.link, "\n \(card.link)\n"] { #expect(try FriendCard(link: text) == card) }
        #expect(try FriendCard(link: card.link).name == name)
    }

    @Test func `the link of a name of 50 letters fits a QR code`() throws {
        let card = Self.card(String(repeating: "ж", count: 50))
        #expect(throws: Never.self) { try QRCode(card.link, correction: .low) }
    }

    @Test func `other links, and cards that are incomplete or changed, are refused`() throws {
        let link = Self.card("Ana").link
        let code = FriendCode(cardKey: Self.key).description
        let other = FriendCode(cardKey: [UInt8](1..<33)).description
        let short = Data(0..<31).base64URLEncodedString
        let texts = [
            "", "#", "/", "Ana", "https://crew.example", "https://crew.example/@ana", "K7M2XQ4P",
            "https://crew.example/add/K7M2XQ4P", "https://crew.example/join/\(code)",
            String(link.prefix { $0 != "#" }), String(link.prefix { $0 != "." }), link + ".x", link + "#x",
            String(link.dropLast()) + "!", link.replacing("/add/", with: "/join/"),
            link.replacing(code, with: other), "https://crew.example/add/\(code)#\(short).QW5h",
            // No UTF-8.
            String(link.prefix { $0 != "." }) + ".__8",
        ]
        for text in texts {
            let error = #expect(throws: SocialError.self, "\(text)") { try FriendCard(link: text) }
            #expect(error?.code == .invalidValue && error?.field == "card", "\(text)")
        }
        #expect(
            throws: SocialError(
                .invalidValue, "This link is of an account. Sign in to add its owner.", field: "card")
        ) { try FriendCard(link: "https://crew.example/add/K7M2XQ4P") }
    }

    @Test(arguments: [
        (String(repeating: "a", count: 51), SocialError.Code.invalidValue), ("", .invalidValue),
        ("Ana\u{202E}", .invalidValue), ("Moderator", .nameReserved),
    ])
    func `the name of a card follows the rules of display names`(name: String, code: SocialError.Code) {
        let error = #expect(throws: SocialError.self) { try FriendCard(link: Self.card(name).link) }
        #expect(error?.code == code)
    }

    @Test func `a link of more than 1,000 bytes is refused`() {
        let error = #expect(throws: SocialError.self) {
            try FriendCard(link: Self.card("Ana").link + String(repeating: "a", count: FriendCard.linkLimit))
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func `a name of long characters is cut between two, so that the card can be read`() throws {
        let family = "👨‍👩‍👧‍👦"
        let card = Self.card("Ana " + String(repeating: family, count: 46))
        // Another one, of 25 bytes, would add 33 or 34.
        #expect((0..<34).contains(FriendCard.linkLimit - card.link.utf8.count))
        #expect(card.name.hasPrefix("Ana \(family)\(family)") && card.name.last == Character(family))
        #expect(try FriendCard(link: card.link) == card)
        // One more would not fit.
        let longer = FriendCard(name: card.name + family, key: Self.key, publicURL: "https://crew.example")
        #expect(longer == card)
    }
}
