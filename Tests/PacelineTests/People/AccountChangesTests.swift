import Foundation
import Testing

@testable import Paceline

@Suite struct AccountChangesTests {
    @Test func `values are trimmed, and missing values stay missing`() throws {
        let changes = try AccountChanges(displayName: " Ana ", email: " ana@example.com ", fullName: "")
            .checked()
        #expect(changes == AccountChanges(displayName: "Ana", email: "ana@example.com", fullName: ""))
        #expect(try AccountChanges().checked() == AccountChanges())
    }

    @Test(arguments: [
        (AccountChanges(displayName: String(repeating: "x", count: 50)), nil),
        (AccountChanges(displayName: String(repeating: "x", count: 51)), "displayName"),
        (AccountChanges(displayName: " "), "displayName"),
        (AccountChanges(bio: ""), nil), (AccountChanges(bio: String(repeating: "x", count: 500)), nil),
        (AccountChanges(bio: String(repeating: "x", count: 501)), "bio"), (AccountChanges(bio: "a\nb"), nil),
        (AccountChanges(fullName: String(repeating: "x", count: 101)), "fullName"),
        (AccountChanges(fullName: "a\nb"), "fullName"),
    ])
    func `texts have length limits`(changes: AccountChanges, fault: String?) {
        #expect(Self.fault(of: changes) == fault)
    }

    @Test(arguments: ["", "a@b.si", "first.last+tag@mail.example.co.uk", "ž@č.si"])
    func `valid email addresses are accepted`(email: String) {
        #expect(Self.fault(of: AccountChanges(email: email)) == nil)
    }

    @Test(arguments: [
        "ana", "@b.si", "ana@", "ana@si", "a@b@c.si", "a b@c.si", "ana@.si", "ana@b.", "ana@b..si",
        "a@b.s\u{0}i",
    ])
    func `invalid email addresses are rejected`(email: String) {
        #expect(Self.fault(of: AccountChanges(email: email)) == "email")
    }

    @Test(arguments: ["UTC", "Europe/Ljubljana", "America/Argentina/Buenos_Aires"])
    func `known time zones are accepted`(name: String) {
        #expect(Self.fault(of: AccountChanges(timeZone: name)) == nil)
    }

    @Test(arguments: ["", "Europe/Nowhere", "../../etc/passwd", String(repeating: "A", count: 70)])
    func `an unknown time zone is rejected`(name: String) {
        #expect(Self.fault(of: AccountChanges(timeZone: name)) == "timeZone")
    }

    private static func fault(of changes: AccountChanges) -> String? {
        do {
            _ = try changes.checked()
            return nil
        } catch {
            return error.code == .invalidValue ? error.field : error.code.rawValue
        }
    }
}
