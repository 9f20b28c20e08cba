import Foundation
import Testing

@testable import Paceline

@Suite struct UsernameModerationTests {
    let policy = UsernamePolicy(longest: 30)

    @Test(arguments: [
        "admin", "adm1n", "a_d_m_i_n", "admin_", "admin1", "admin_2", "admin007", "adminn", "admln", "admins",
        "supp0rt",
        "support_24", "r00t", "root", "moderator", "m0derat0r", "official", "offic1al", "offlclal", "staff",
        "paceline",
        "pace_line", "pacel1ne", "paceline_team", "paceline_support", "admin_team", "real_admin",
        "pacelinesupport",
        "the_paceline_team", "me_", "api", "settings", "health", "feed", "log1n", "ns1", "mail2", "null",
    ])
    func `the community's own names are reserved, including look-alikes`(name: String) {
        #expect(policy.isReserved(name))
    }

    @Test(arguments: [
        "adminton", "badminton", "rooty", "rot", "modern", "supporter", "paceline_rider", "ana", "webb",
        "persson", "ali",
        "miles", "pacer", "feedback_ana", "teamana", "ana_team", "staffan", "rootlet", "apis_mellifera",
        "run2024",
    ])
    func `names that only resemble reserved ones are available`(name: String) {
        #expect(!policy.isReserved(name))
        #expect(!policy.isInappropriate(name))
    }

    @Test(arguments: [
        "fuck", "fuuuck", "fu_ck", "xfuckx", "sh1t", "sh17", "bullsh1t", "a55", "big_ass", "a_s_s",
        "n1gger", "n1gg3r_", "nlgger", "cunt", "cunt99", "b1tch", "hitler88", "my_c0ck", "scunthorpe_cunt",
        "hijodeputa",
        "arschloch", "kurwa", "vaffanculo", "putain",
    ])
    func `offensive names are rejected, including look-alikes`(name: String) {
        #expect(policy.isInappropriate(name))
    }

    @Test(arguments: [
        "scunthorpe", "sussex", "essex", "cockburn", "dickens", "hancock", "shiitake", "analysis", "grape",
        "therapist",
        "classic", "assassin", "arsenal", "cumberland", "cummings", "bob", "niger", "mass_hit", "was_hit",
        "harshit",
        "kshitij", "yamashita", "colin1994", "ryan1994", "snigger", "swanker", "webb", "silk", "flick",
        "titus",
        "coaching_anna", "coachinganna", "pussycat", "bass", "brass_band", "fukuda", "penistone",
        "lightwater", "clitheroe",
    ])
    func `names that contain an offensive word by accident are available`(name: String) {
        #expect(!policy.isInappropriate(name))
    }

    @Test func `each rejected username has its own error`() {
        #expect(throws: SocialError.self) { try Username("ab") }
        #expect { try Username("adm1n") } throws: { ($0 as? SocialError)?.code == .usernameReserved }
        #expect { try Username("sh1thead") } throws: { ($0 as? SocialError)?.code == .usernameInappropriate }
        #expect { try Username("Ana") } throws: { ($0 as? SocialError)?.code == .usernameInvalid }
        #expect((try? Username("ana_42"))?.description == "ana_42")
    }

    @Test func `checking any text terminates`() {
        for text in [
            "", "_", "1", "____", "é", "🚣", String(repeating: "fuck_", count: 50),
            String(repeating: "1", count: 99),
        ] {
            _ = policy.isReserved(text) || policy.isInappropriate(text)
        }
        #expect(policy.isInappropriate(String(repeating: "a", count: 40) + "fuck"))
    }
}

/// Detection rates against public word lists, and false positives among real names.
@Suite struct UsernameModerationRecallTests {
    let policy = UsernamePolicy(longest: 30)

    @Test(
        .enabled(
            if: SharedData.has("moderation/reserved_usernames_01.txt"), "the shared word lists are absent"))
    func `nine of ten commonly reserved names are reserved`() throws {
        let names = try SharedData.lines("moderation/reserved_usernames_01.txt").filter(isWellFormed)
        let missed = names.filter { !policy.isReserved($0) }
        #expect(names.count > 400)
        #expect(missed.count * 10 <= names.count, "missed \(missed)")
    }

    @Test(.enabled(if: SharedData.has("moderation/profanity_01.json"), "the shared word lists are absent"))
    func `nine of ten severe words are rejected`() throws {
        struct Entry: Decodable { let match: String, severity: Int }
        let entries = try JSONDecoder().decode(
            [Entry].self, from: SharedData.data("moderation/profanity_01.json"))
        let matches = entries.filter { $0.severity >= 3 }.flatMap { $0.match.split(separator: "|") }
        let words = Set(matches.map { $0.replacing("*", with: "") }.map(String.init)).filter(isWellFormed)
        let missed = words.filter { !policy.isInappropriate($0) }
        #expect(words.count > 350)
        #expect(missed.count * 10 <= words.count, "missed \(missed.sorted())")
    }

    @Test(
        .enabled(
            if: SharedData.has("names/names_by_locale.tsv", "names/surnames_us.tsv"),
            "the shared name lists are absent"))
    func `fewer than one real name in a thousand is rejected, apart from exact matches`() throws {
        let surnames = try SharedData.lines("names/surnames_us.tsv").compactMap {
            $0.split(separator: "\t").first
        }
        let names = try SharedData.lines("names/names_by_locale.tsv").compactMap {
            $0.split(separator: "\t").last
        }
        let usernames = Set((surnames + names).map { String($0).foldedForSearch }).filter(isWellFormed)
        let reserved = usernames.filter(policy.isReserved).subtracting(Self.reservedHomographs)
        let offensive = usernames.filter(policy.isInappropriate).subtracting(Self.offensiveHomographs)
        #expect(usernames.count > 30_000)
        #expect(
            (reserved.count + offensive.count) * 1_000 < usernames.count,
            "\(reserved.sorted()), \(offensive.sorted())")
    }

    @Test(.enabled(if: SharedData.has("names/usernames_01.txt"), "the shared name lists are absent"))
    func `fewer than one in a thousand usernames from elsewhere is rejected`() throws {
        let chosen = try SharedData.lines("names/usernames_01.txt").map {
            $0.lowercased().replacing("-", with: "_")
        }
        let usernames = Set(chosen).filter(isWellFormed)
        let rejected = usernames.filter { policy.isReserved($0) || policy.isInappropriate($0) }
        #expect(usernames.count > 20_000)
        #expect(rejected.count * 1_000 < usernames.count, "\(rejected.sorted())")
    }

    private func isWellFormed(_ name: String) -> Bool { name.wholeMatch(of: /[a-z][a-z0-9_]{2,29}/) != nil }

    /// Surnames identical to a reserved word. People with these names have to add to them.
    static let reservedHomographs: Set<String> = [
        "all", "banner", "begin", "billing", "billings", "block", "board", "cancel", "channel", "clear",
        "client", "close", "cloud", "company", "cron", "current", "deal", "demo", "edit", "file",
        "files", "friend", "games", "guest", "head", "heart", "host", "league", "learn", "level",
        "list", "lock", "master", "more", "null", "page", "pages", "patch", "pay", "people", "person",
        "persons", "ping", "pop", "post", "press", "price", "purchase", "read", "ready", "register",
        "root", "sale", "sales", "self", "server", "service", "session", "sessions", "shell", "sites",
        "staff", "stage", "start", "stream", "styles", "super", "test", "trial", "true", "welcome",
        "you",
    ]

    /// Surnames identical to an offensive word.
    static let offensiveHomographs: Set<String> = [
        "boner", "butt", "coon", "coons", "cumming", "dick", "dicks", "dyke", "dykes", "felch", "fick",
        "hooker", "kike", "nazi", "poon", "rape", "raper", "wigger",
    ]
}
