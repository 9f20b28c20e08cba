import Paceline

/// The languages of names, with the time zones of the people who bear them.
enum DemoLanguage: CaseIterable {
    case english, slovene, german, nordic, french, spanish, portuguese, indian, turkish, greek, ukrainian
    case arabic, japanese, korean, chinese

    /// A name in its own script and in ASCII.
    typealias Word = (written: String, plain: String)

    /// The relative frequency.
    var weight: Double {
        switch self {
        case .english: 6
        case .slovene, .german: 2.5
        case .nordic, .french, .spanish, .portuguese, .indian: 1.5
        default: 0.8
        }
    }

    /// The relative frequency among the demo user's neighbours, mostly readable to English visitors.
    var nearbyWeight: Double {
        switch self {
        case .english: 9
        case .slovene, .german, .nordic, .french, .spanish, .portuguese, .indian: 1.6
        default: 0.25
        }
    }

    var timeZones: [String] {
        switch self {
        case .english:
            ["Europe/London", "Europe/London", "Europe/Dublin", "America/New_York", "Australia/Melbourne"]
        case .slovene: ["Europe/Ljubljana"]
        case .german: ["Europe/Zurich", "Europe/Berlin"]
        case .nordic: ["Europe/Oslo", "Europe/Stockholm"]
        case .french: ["Europe/Paris"]
        case .spanish: ["Europe/Madrid", "America/Bogota"]
        case .portuguese: ["Europe/Lisbon"]
        case .indian: ["Asia/Kolkata", "Europe/London"]
        case .turkish: ["Europe/Istanbul"]
        case .greek: ["Europe/Athens"]
        case .ukrainian: ["Europe/Kyiv"]
        case .arabic: ["Africa/Cairo", "Asia/Dubai"]
        case .japanese: ["Asia/Tokyo"]
        case .korean: ["Asia/Seoul"]
        case .chinese: ["Asia/Singapore", "Asia/Taipei"]
        }
    }

    func displayName(_ given: String, _ family: String) -> String {
        switch self {
        case .japanese: "\(family) \(given)"
        case .korean, .chinese: family + given
        default: "\(given) \(family)"
        }
    }

    var given: [Word] { names.given }
    var family: [Word] { names.family }
}

extension DemoLanguage {
    private typealias Names = (given: [Word], family: [Word])

    private var names: Names { Self.names[self] ?? ([], []) }

    private static let names: [DemoLanguage: Names] = [
        .english: latin(
            "Nora Callum Tess Owen Freya Miles Ruth Gwen Harvey Ellie Jonah Isla Theo Maeve Felix Priya Hollie Rory",
            "Ashcombe Whitlock Penhale Marlow Bramley Thornbury Okafor Fairweather Lockett Redfern Adeyemi Winslow"
        ),
        .slovene: latin(
            "Neža Jaka Špela Matic Urša Žiga Tjaša Rok Ajda Luka Manca Blaž",
            "Kovač Zupančič Hribar Vidmar Košir Jereb Bizjak Česen Oblak Šuštar"),
        .german: latin(
            "Jonas Lena Moritz Annika Till Svenja Fabian Ronja Jürg Mareike",
            "Baumgartner Lindner Brückner Schäfer Vogt Hölzl Kessler Amstutz Petersen"),
        .nordic: latin(
            "Ingrid Sondre Astrid Eirik Sigrid Lars Tuva Håkon Linnea Søren",
            "Solberg Nyström Bakken Lindqvist Haugen Ekdahl Strand Bjørnstad Holmgren"),
        .french: latin(
            "Camille Hugo Élodie Baptiste Inès Rémi Margaux Étienne Clémence",
            "Moreau Lefèvre Garnier Delacroix Besson Fontaine Marchand Girard"),
        .spanish: latin(
            "Lucía Mateo Paula Álvaro Inés Sergio Carmen Nicolás Valentina",
            "Navarro Ibáñez Castaño Herrera Montes Aguilar Peña Villanueva"),
        .portuguese: latin(
            "Beatriz Tomás Leonor Duarte Matilde Gonçalo Madalena",
            "Carvalho Figueiredo Magalhães Teixeira de·Albuquerque·e·Vasconcelos"),
        .indian: latin(
            "Ananya Rohan Meera Arjun Kavya Nikhil Ishaan Diya",
            "Raghavan Mehta Chatterjee Deshpande Nair Kulkarni"),
        .turkish: latin("Elif Emre Zeynep Kerem Deniz Selin", "Yıldırım Aksoy Demirtaş Öztürk Koçak Şahin"),
        .greek: pairs(
            "Ελένη:eleni Νίκος:nikos Δάφνη:dafni Αλέξης:alexis Μυρτώ:myrto",
            "Παππάς:pappas Βασιλάκης:vasilakis Καλογήρου:kalogirou Μακρής:makris"),
        .ukrainian: pairs(
            "Оксана:oksana Тарас:taras Марта:marta Назар:nazar Соломія:solomia",
            "Бондар:bondar Коваленко:kovalenko Лисенко:lysenko Ткачук:tkachuk"),
        .arabic: pairs(
            "ليلى:layla كريم:karim نور:nour يوسف:yousef سلمى:salma",
            "حداد:haddad منصور:mansour الشامي:alshami درويش:darwish"),
        .japanese: pairs(
            "遥:haruka 健太:kenta 美咲:misaki 直樹:naoki さくら:sakura",
            "山本:yamamoto 森田:morita 石川:ishikawa 中野:nakano"),
        .korean: pairs("서연:seoyeon 민준:minjun 지우:jiwoo 하윤:hayun", "김:kim 박:park 한:han 윤:yoon"),
        .chinese: pairs("雅婷:yating 志明:zhiming 思敏:simin 家豪:jiahao", "林:lin 陳:chen 黃:huang 周:zhou"),
    ]

    /// Parses Latin names, which lose their diacritics in usernames. A dot joins the words of one name.
    private static func latin(_ given: String, _ family: String) -> Names {
        let words = { (text: String) -> [Word] in
            text.split(separator: " ").map { name in
                let written = name.split(separator: "·").joined(separator: " ")
                return (written, written.foldedForSearch.filter { $0.isASCII && $0.isLetter })
            }
        }
        return (words(given), words(family))
    }

    /// Parses names with their transliteration, such as `遥:haruka`.
    private static func pairs(_ given: String, _ family: String) -> Names {
        let words = { (text: String) -> [Word] in
            text.split(separator: " ").map { pair in
                let halves = pair.split(separator: ":")
                return (String(halves[0]), String(halves[halves.count - 1]))
            }
        }
        return (words(given), words(family))
    }
}
