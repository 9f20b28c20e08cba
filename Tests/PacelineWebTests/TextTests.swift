import Foundation
import Testing

@testable import PacelineWeb

@Suite("Words of the pages") struct TextTests {
    @Test("No template holds words of its own")
    func templates() throws {
        for (name, source) in try Sources.templates {
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

    /// Names that the code puts together are patterns: `"settings.\(name).title"` uses every text that fits.
    @Test("Every text is used")
    func unused() throws {
        let templates = Set(
            try Sources.templates.flatMap { _, source in
                source.matches(of: /\{\{t\.([a-zA-Z0-9_.\-]+)\}\}/).map { String($0.1) }
            })
        let literals = Set(
            try Sources.code.flatMap { _, source in
                source.matches(of: /"((?:[^"\\\n]|\\\((?:[^()"]|"[^"]*"|\([^()]*\))*\))*)"/).map {
                    String($0.1)
                }
            })
        let named = literals.filter { $0.wholeMatch(of: /[a-zA-Z.]+/) != nil }
        let patterns = try literals.filter { $0.contains("\\(") && $0.contains(".") }.compactMap(Self.pattern)
        for key in try PageRenderer().texts.keys where !templates.contains(key) {
            let steps = key.split(separator: ".").map(String.init)
            let isUsed =
                (1...steps.count).contains { named.contains(steps.prefix($0).joined(separator: ".")) }
                || steps.first == "notice" && named.contains(steps[1]) || steps.first == "error"
                || patterns.contains { key.prefixMatch(of: $0) != nil }
            #expect(isUsed, "\(key)")
        }
    }

    private static func pattern(_ literal: String) throws -> Regex<AnyRegexOutput>? {
        let pieces = literal.split(separator: /\\\((?:[^()]|\([^()]*\))*\)/, omittingEmptySubsequences: false)
        guard pieces.first?.wholeMatch(of: /[a-zA-Z]+\.[a-zA-Z.]*/) != nil,
            pieces.allSatisfy({ $0.wholeMatch(of: /[a-zA-Z.]*/) != nil })
        else { return nil }
        let source = pieces.map { $0.replacing(".", with: "\\.") }.joined(separator: "[a-zA-Z0-9]+")
        return try Regex(source)
    }
}
