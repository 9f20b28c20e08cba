import Foundation
import Testing

@testable import Paceline

@Suite struct DisplayNameTests {
    @Test(arguments: [
        "Ana Novak", "Ana Zupan-Novak", "O’Neil", "Nguyễn Thị Hồng", "Jürgen Groß", "Иван Петров",
        "Анна-Maria",
        "Ελένη Παπαδοπούλου", "ᾄδω", "山田太郎", "山田Taro", "Tシャツ", "ハル", "김철수 Kim", "王Ming", "葛\u{E0100}城",
        "محمد", "מֹשֶׁה", "क़ासिम", "สมชาย ก๊ก", "မြို့", "Ana 2", "ana_42", "Runner 12", "Dr. Ана", "1️⃣", "❤️‍🔥",
        "👩‍👩‍👧 Novak", "👩🏽‍🚀", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🚣", "***",
    ])
    func `names of all scripts, and emoji, are accepted as they are`(name: String) throws {
        #expect(try DisplayName(name).description == name.precomposedStringWithCanonicalMapping)
    }

    @Test(arguments: [
        ("a", 2), ("z", 2), ("\u{438}", 2), ("\u{3B1}", 2), ("\u{E1}", 1), ("\u{1EA5}", 0), ("\u{E01}", 2),
        ("\u{5E9}", 4), ("\u{1019}", 4), ("✓", 2),
    ])
    func `a letter has two marks, more only where a script needs them`(letter: String, limit: Int) {
        // The grave accent below is never part of a composed letter.
        let marks = { String(repeating: "\u{316}", count: $0) }
        #expect(Self.rejection(of: letter + marks(limit) + " x") == nil)
        #expect(Self.rejection(of: letter + marks(limit + 1) + " x") == .invalidValue)
    }

    @Test func `marks without a letter are counted, and those of each letter apart`() {
        #expect(Self.rejection(of: "\u{316}\u{316}\u{316}a") == .invalidValue)
        #expect(Self.rejection(of: "a\u{316}\u{316}b\u{316}\u{316}") == nil)
        #expect(Self.rejection(of: "a\u{488}\u{489}\u{20DD}") == .invalidValue)
    }

    @Test(arguments: [
        "می\u{200C}خواهم", "क\u{94D}\u{200D}ष", "ক\u{9CD}\u{200C}ষ", "ර\u{DCA}\u{200D}ර", "ಕ\u{200D}\u{CCD}ಷ",
        "ᠠ\u{180E}ᠠ", "👨\u{200D}👦", "❤\u{FE0F}\u{200D}🔥",
    ])
    func `joiners are accepted where script or emoji need them`(name: String) {
        #expect(Self.rejection(of: name) == nil)
    }

    @Test(arguments: [
        "An\u{200D}a", "An\u{200C}a", "Ana\u{200D}", "\u{200D}Ana", "می\u{200C}", "می\u{200C}\u{200C}خ",
        "م\u{200C}a",
        "И\u{200D}ван", "👦\u{200D}", "👦\u{200D}a", "1\u{200D}2", "山\u{200D}田", "A\u{200B}na", "A\u{2060}na",
        "A\u{AD}na", "A\u{FEFF}na", "A\u{34F}na", "A\u{200E}na", "A\u{3164}na", "A\u{FE0F}na", "A\u{E0041}na",
        "👦\u{200C}👦", "\u{2800}\u{2800}", "A\u{2800}na", "A\u{1D159}na", "A\u{FFF9}na", "A\u{13430}na",
    ])
    func `invisible characters are rejected elsewhere`(name: String) {
        #expect(Self.rejection(of: name) == .invalidValue)
    }

    @Test(arguments: [
        "\u{410}na", "An\u{430}", "\u{420}ay\u{420}al", "Ивaн", "\u{391}na", "Ελeνη", "Анαx", "山田Иван", "ΑИ",
        "Aא",
        "aم", "Ana Nov\u{430}k", "A2\u{430}", "a\u{316}\u{430}", "Ꭺna", "Ana\u{13A2}",
    ])
    func `a word does not mix scripts`(name: String) {
        #expect(Self.rejection(of: name) == .invalidValue)
    }

    @Test(arguments: [
        "Admin", "ADMIN", "admin", "Admin 2", "Admín", "Paceline", "Pace Line", "Paceline Team",
        "The Paceline Team",
        "★ Admin ★", "🚣 Moderator", "M0derat0r", "PaceIine", "Offlcial", "adrnin", "$taff", "@dmin",
        "@moderator",
        "Official!", "007 Admin", "Ａｄｍｉｎ", "𝐀𝐝𝐦𝐢𝐧", "ⒶⒹⓂⒾⓃ", "🅰🅳🅼🅸🅽", "🇦🇩🇲🇮🇳", "Staff 🇸🇮", "ꜱᴜᴘᴘᴏʀᴛ",
        "A.d.m.i.n", "a d m i n", "S-u-p-p-o-r-t", "Sûppört", "Support Desk", "Customer Service", "Security",
    ])
    func `names of staff and of the community are reserved, including look-alikes`(name: String) {
        #expect(Self.rejection(of: name) == .nameReserved)
    }

    @Test func `a look-alike in another script alone is reserved`() {
        // “sysop” in Cyrillic letters, and the Russian word for “staff”, which doesn’t look like it.
        #expect(Self.rejection(of: "\u{455}\u{443}\u{455}\u{43E}\u{440}") == .nameReserved)
        #expect(Self.rejection(of: "\u{421}\u{442}\u{430}\u{444}\u{444}") == nil)
    }

    @Test(arguments: [
        (
            "Tuesday Crew",
            [
                "Tuesday Crew", "tuesday crew", "TuesdayCrew", "The Tuesday Crew Team", "Tuesday Crew 2",
                "Tuesdáy Crew", "★ Tuesday Crew!", "Tue$day Crew", "Official Tuesday Crew",
            ]
        ),
        ("Indoor Lions", ["lndoor Lions", "INDOOR LIONS", "Indoor 1ions"]),
        ("Crew!", ["Crew", "Crew!", "Crew Support"]),
        ("Вторник", ["Вторник", "ВТОРНИК", "«Вторник»"]),
        ("北京", ["北京"]),
    ])
    func `names of the community are reserved like those of staff`(community: String, names: [String]) {
        let community = CommunityNames(["", "🚣", community])
        for name in names {
            #expect(Self.rejection(of: name) == nil || name.contains("Support") || name.contains("Official"))
            #expect(Self.rejection(of: name, in: community) == .nameReserved, "\(name)")
        }
    }

    @Test(arguments: [
        ("Tuesday Crew", ["Tuesday", "Crew", "Tuesday Crew of Ana", "Tuesdays"]),
        ("北京", ["東京", "上海", "北京人"]),
        ("Вторник", ["Среда", "Вторник Ана"]), ("🚣", ["🚣", "Ana 🚣"]), ("2026", ["2026", "Ana 2026"]),
    ])
    func `names that only resemble those of the community are accepted`(community: String, names: [String]) {
        for name in names {
            #expect(Self.rejection(of: name, in: CommunityNames([community])) == nil, "\(name)")
        }
    }

    @Test func `names can be added to those of the community`() {
        let community = CommunityNames(["Tuesday Crew", "北京"])
        for names in [community, community.adding([])] {
            #expect(Self.rejection(of: "Tuesday Crew", in: names) == .nameReserved)
            #expect(Self.rejection(of: "Nora Kos", in: names) == nil)
        }
        let all = community.adding(["Nora Kos", "Вторник"])
        for name in ["Tuesday Crew", "北京", "N0ra K0s", "Вторник"] {
            #expect(Self.rejection(of: name, in: all) == .nameReserved, "\(name)")
        }
        #expect(Self.rejection(of: "Nora Novak", in: all) == nil)
    }

    @Test func `the titles of groups obey the same rules`() {
        let titles: [(String, SocialError.Code)] = [
            ("\u{410}dmins", .invalidValue), ("a\u{301}\u{302}\u{303}", .invalidValue),
            ("Cr\u{200D}ew", .invalidValue), ("Paceline Team", .nameReserved), ("Crew", .nameReserved),
        ]
        for (title, code) in titles {
            let error = #expect(throws: SocialError.self) {
                try TextRule.groupTitle.check(name: title, in: CommunityNames(["Crew"]))
            }
            #expect(error?.code == code && error?.field == "title", "\(title)")
        }
        #expect(throws: Never.self) {
            try TextRule.groupTitle.check(name: "Četrtkova ekipa 🚣", in: CommunityNames(["Crew"]))
        }
    }

    @Test(arguments: [
        "Anna Root", "Badminton", "Paceline Rider", "Rootlet", "Supporter", "Staffan", "Ana Admin",
        "Admin 山田", "admin山",
        "Team Ana", "Community Club", "Home", "Settings", "You", "1", "I", "!!!",
    ])
    func `names that only resemble those of staff are accepted`(name: String) {
        #expect(Self.rejection(of: name) == nil)
    }

    @Test func `the length and controls are those of the text rule`() {
        #expect(Self.rejection(of: " ") == .invalidValue)
        #expect(Self.rejection(of: String(repeating: "x", count: 50)) == nil)
        #expect(Self.rejection(of: String(repeating: "x", count: 51)) == .invalidValue)
        #expect(Self.rejection(of: "a\u{202E}b") == .invalidValue)
    }

    @Test(
        .enabled(
            if: SharedData.has("names/names_by_locale.tsv", "names/surnames_us.tsv"),
            "the shared name lists are absent"))
    func `real names are accepted`() throws {
        let surnames = try SharedData.lines("names/surnames_us.tsv").compactMap {
            $0.split(separator: "\t").first
        }
        let names = try SharedData.lines("names/names_by_locale.tsv").compactMap {
            $0.split(separator: "\t").last
        }
        let all = Set((surnames + names).map { String($0).capitalized })
        #expect(all.count > 30_000)
        #expect(Set(all.filter { Self.rejection(of: $0) != nil }) == ["Root", "Staff", "Billing"])
    }

    @Test(
        .enabled(if: SharedData.has("moderation/confusables.txt"), "Unicode’s list of look-alikes is absent"))
    func `Unicode’s look-alikes of Latin letters do not get a reserved name past the rules`() throws {
        let words = [
            "administrator", "billing", "customerservice", "helpdesk", "moderator", "paceline", "verify",
            "webmaster",
        ]
        var (total, missed): (Int, [String]) = (0, [])
        for (lookalike, letter) in try Self.confusables() {
            guard let word = words.first(where: { $0.contains(letter) }) else { continue }
            let name = word.replacing(String(letter), with: String(lookalike))
            total += 1
            if Self.rejection(of: name) == nil { missed.append(name) }
        }
        #expect(total > 1_000)
        #expect(missed.count * 100 < total, "\(missed)")
    }

    /// Each letter that Unicode lists as looking like one ASCII letter, in lower case.
    private static func confusables() throws -> [(Character, Character)] {
        try SharedData.lines("moderation/confusables.txt").compactMap { line in
            let columns = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard columns.count > 2, let source = scalar(columns[0]), let target = scalar(columns[1]),
                source.isLetter, !source.isASCII, target.isLetter, target.isASCII
            else { return nil }
            return (Character(source), Character(String(target).lowercased()))
        }
    }

    private static func scalar(_ digits: String) -> Unicode.Scalar? {
        UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    }

    private static func rejection(
        of name: String, in community: CommunityNames = .none
    ) -> SocialError.Code? {
        do {
            _ = try DisplayName(name, in: community)
            return nil
        } catch {
            return error.field == "displayName" ? error.code : .internalError
        }
    }
}
