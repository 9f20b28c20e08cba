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
}
