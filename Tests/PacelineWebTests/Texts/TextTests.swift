import Foundation
import Paceline
import Testing

@testable import PacelineWeb

@Suite("Texts") struct TextTests {
    @Test("Templates contain no hard-coded texts")
    func templates() throws {
        for (name, source) in try ShippedTemplates.markup.get() {
            let plain = source.replacing(/\{\{[^}]*\}\}/, with: "")
            for match in plain.matches(of: />([^<]*[A-Za-z]{2,}[^<]*)</) {
                Issue.record("\(name): \(match.1)")
            }
            for match in plain.matches(
                of: /\s(?:aria-label|alt|title|placeholder)="([^"]*[A-Za-z]{2,}[^"]*)"/)
            {
                Issue.record("\(name): \(match.1)")
            }
        }
    }

    @Test("Sentences about notifications are the model's, and a language can replace them")
    func notifications() throws {
        let english = try PageRenderer().texts
        for (key, text) in NotificationTexts.texts {
            #expect(english.text(at: "notifications.\(key)") == text)
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"notifications": {"sentence": {"kudos": "{who} mag {item}"}}}"#.utf8).write(to: file)
        let german = try Texts(contentsOf: file)
        #expect(german("notifications.sentence.kudos", ["who": "Ana", "item": "2k"]) == "Ana mag 2k")
        #expect(german("notifications.someGroup") == "a group", "what it lacks stays English")
    }
    @Test("Notices of changed credentials end with the same sentence")
    func notices() throws {
        let english = try PageRenderer().texts
        let keys = [
            "passwordChanged", "passwordSet", "deviceLinked", "unlinked", "passkeyAdded", "passkeyRemoved",
        ]
        let end = " first ten minutes. You are signed out everywhere else."
        for key in keys { #expect(english.notice(key)?.hasSuffix(end) == true, "\(key)") }
        #expect(english.notice("groupCreated") == "Group created. Invite people next.")
        #expect(english.notice("unknown") == nil)
    }

    @Test("Sentences of errors that the engine throws are the model's, and keys share texts")
    func errors() throws {
        let english = try PageRenderer().texts
        for error in [SocialError.usernameTaken, .usernameInappropriate] {
            #expect(english.text(at: "error.\(error.code.rawValue)") == error.message)
        }
        #expect(english.text(at: "rewards.confirm.text") == Redemption.refundRule)
        let ended = try #require(english.text(at: "notice.invitationEnded"))
        #expect(english.text(at: "error.invitation_not_found") == ended)
        #expect(english.text(at: "setting.scoreVisibility.groups") == "Group leaderboards only")
        for provider in ["apple", "device", "passkey", "password"] {
            #expect(english.text(at: "provider.\(provider)") == NotificationTexts.texts["way.\(provider)"])
        }
    }
}
