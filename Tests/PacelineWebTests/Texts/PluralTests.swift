import Testing

@testable import PacelineWeb

@Suite("Plurals") struct PluralTests {
    @Test("A text that counts has a form for one and a form for others")
    func forms() throws {
        let texts = try PageRenderer().texts
        for key in texts.keys {
            let text = texts.text(at: key) ?? ""
            if key.hasSuffix(".one") {
                #expect(texts.text(at: key.dropLast(3) + "other") != nil, "\(key)")
            } else if key.hasSuffix(".other"), text.contains("{count}") {
                #expect(texts.text(at: key.dropLast(5) + "one") != nil, "\(key)")
            } else {
                // "{count} of the days" and "{number} kcal" are the same for one; "{count} days" is not.
                #expect(
                    text.firstMatch(of: /\{(count|done|goal|number|total)\}( usual)? [a-z]{3,}s\b/) == nil,
                    "\(key): \(text)")
            }
        }
    }

    @Test("One workout in a week is not “1 workouts”")
    func week() async throws {
        try await Site.run { site in
            let ana = try await site.member("ana")
            #expect(try await ana.open("/").text.contains("No workouts this week"))
            try await site.publish(by: "ana")
            let text = try await ana.open("/").text
            #expect(text.contains("1 workout") && !text.contains("1 workouts"))
        }
    }
}
