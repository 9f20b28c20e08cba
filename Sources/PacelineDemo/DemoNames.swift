import Paceline

/// Generates fictional names from syllables of several languages.
struct DemoNames {
    private var taken: Set<String> = []

    /// A display name in its own script, and a username derived from it.
    struct Name: Equatable {
        let displayName: String
        let username: String
    }

    /// Returns a name with an unused, valid username.
    mutating func next(using random: inout DemoRandom) -> Name {
        while true {
            let nameStyle = random.element(weighted: Self.nameStyles)
            let (given, family) = (nameStyle.given(&random), nameStyle.family(&random))
            let plain =
                random.chance(0.5) ? "\(given.plain)_\(family.plain)" : given.plain + family.plain.prefix(3)
            let number = random.chance(0.25) ? "\(random.number(2...99))" : ""
            let username = String(plain.prefix(18)) + number
            guard !taken.contains(username), Self.isAllowed(username) else { continue }
            taken.insert(username)
            return Name(displayName: nameStyle.joined(given.written, family.written), username: username)
        }
    }

    private static func isAllowed(_ username: String) -> Bool {
        do throws(SocialError) {
            _ = try Username(username)
            return true
        } catch {
            // Syllables can combine to a reserved or offensive word.
            return false
        }
    }
}

/// The syllables and the order of names in one language.
private struct NameStyle {
    /// Syllables in their own script and in ASCII.
    typealias Syllables = [(written: String, plain: String)]

    var isFamilyNameFirst = false
    var gap = " "
    let starts: Syllables
    let ends: Syllables
    let familyStarts: Syllables
    let familyEnds: Syllables

    func given(_ random: inout DemoRandom) -> (written: String, plain: String) {
        Self.word(starts, ends, &random)
    }

    func family(_ random: inout DemoRandom) -> (written: String, plain: String) {
        Self.word(familyStarts, familyEnds, &random)
    }

    func joined(_ given: String, _ family: String) -> String {
        isFamilyNameFirst ? family + gap + given : given + gap + family
    }

    private static func word(
        _ starts: Syllables, _ ends: Syllables, _ random: inout DemoRandom
    ) -> (written: String, plain: String) {
        let (start, end) = (random.element(of: starts), random.element(of: ends))
        return (start.written + end.written, start.plain + end.plain)
    }
}

extension DemoNames {
    private static let nameStyles: [(NameStyle, weight: Double)] = [
        (southSlavic, 3), (nordic, 2), (romance, 3), (island, 2), (greek, 1), (cyrillic, 1), (kana, 1),
        (hangul, 1),
        (turkic, 1),
    ]

    /// Parses Latin syllables, which lose their diacritics in usernames.
    private static func latin(_ text: String) -> NameStyle.Syllables {
        text.split(separator: " ").map { (String($0), String($0).foldedForSearch.filter(\.isASCII)) }
    }

    /// Parses syllables with their transliteration, such as `キ:ki`.
    private static func pairs(_ text: String) -> NameStyle.Syllables {
        text.split(separator: " ").map { pair in
            let halves = pair.split(separator: ":")
            return (String(halves[0]), String(halves[halves.count - 1]))
        }
    }

    private static let southSlavic = NameStyle(
        starts: latin("Mira Tja Lju Bran Vesn Zor Nej Sta Živ Jas"), ends: latin("na ša ko mir ka lin da"),
        familyStarts: latin("Grabo Kova Brez Hrib Jaso Pole Vrta Čern"),
        familyEnds: latin("šek rin var dnik vec lj"))
    private static let nordic = NameStyle(
        starts: latin("Sol Ey Thor Ing Ås Frid Ragn Bryn"), ends: latin("veig mund a ild rid vald dis"),
        familyStarts: latin("Fjell Sjö Ask Lund Bjørk Holm Strand"),
        familyEnds: latin("vik gren dal by berg mo"))
    private static let romance = NameStyle(
        starts: latin("Lor Cél Mat Ali Fio Ter Gas Ram"), ends: latin("ena ino este iane ello íon ique"),
        familyStarts: latin("Mont Bell Font Ser Cast Ver Oliv"),
        familyEnds: latin("aval ieri anez ãosa eroux uca"))
    private static let island = NameStyle(
        starts: latin("Ro Ead Caw El Wyn Fen Mor"), ends: latin("wen ric don na ley gan ith"),
        familyStarts: latin("Ash Brack Thorn Wick Hol Mere"), familyEnds: latin("combe worth ley ford den by")
    )
    private static let turkic = NameStyle(
        starts: latin("Ay Gün Er Sev İl Tu"), ends: latin("dem şin han gül kan ra"),
        familyStarts: latin("Ak Demir Yıl Kara Öz"), familyEnds: latin("soy taş maz lı türe"))
    private static let greek = NameStyle(
        starts: pairs("Λυ:ly Θεο:theo Νικ:nik Μελ:mel Αρι:ari"),
        ends: pairs("δία:dia νίκη:niki άνδρα:andra στος:stos"),
        familyStarts: pairs("Καλ:kal Παπ:pap Βασ:vas Στεφ:stef"),
        familyEnds: pairs("άκης:akis ίδης:idis όπουλος:opoulos"))
    private static let cyrillic = NameStyle(
        starts: pairs("Яр:yar Миро:miro Злат:zlat Вер:ver"), ends: pairs("ина:ina слав:slav ка:ka мила:mila"),
        familyStarts: pairs("Берез:berez Гор:gor Лес:les Пол:pol"),
        familyEnds: pairs("ская:skaya енко:enko ин:in ов:ov"))
    private static let kana = NameStyle(
        isFamilyNameFirst: true,
        starts: pairs("ミ:mi ハル:haru ナ:na ソ:so アキ:aki"), ends: pairs("カ:ka ト:to ミ:mi ラ:ra"),
        familyStarts: pairs("ヤマ:yama カワ:kawa モリ:mori イシ:ishi"), familyEnds: pairs("タニ:tani ハラ:hara ベ:be ノ:no")
    )
    private static let hangul = NameStyle(
        isFamilyNameFirst: true, gap: "",
        starts: pairs("하:ha 서:seo 민:min 지:ji 도:do"), ends: pairs("윤:yun 린:rin 아:a 온:on"),
        familyStarts: pairs("한:han 노:noh 설:seol 은:eun"), familyEnds: [("", "")])
}
