import Testing

@testable import PacelineEngine

@Suite("Links in texts")
struct LinkTests {
    @Test(
        "links are found in each spelling that people can still read",
        arguments: [
            "https://spam.example/x", "HTTP://spam.example", "hxxp://spam.example", "hxxps://spam",
            "tg://join", "ftp://spam",
            "http:spam.example", "http:\\\\spam.example", "www.spam.example", "WWW2.spam.example", "spam.com",
            "spam.com!", "(spam.com)", "[prize](spam.com)", "Prize:spam.com", "prize→spam.com", "a,spam.com",
            "Spam.CO.UK/x", "spam.com:8080", "spam.com.", "t.me/spam", "bit.ly/abc", "youtu.be/abc",
            "spam.shop/offer", "spam.example/x", "10.1.2.3/x", "10.1.2.3:8080", "xn--80ak6aa92e.example",
            "xn--e1afmkfd.xn--80akhbyknj4f", "bank.com@spam.ru", "ben@spam.com/x", "@spam.com",
            "spam。com", "spam．com", "spam｡com", "spam․com", "ｓｐａｍ．ｃｏｍ", "𝐬𝐩𝐚𝐦.𝐜𝐨𝐦", "ⓢⓟⓐⓜ.ⓒⓞⓜ", "ｈｔｔｐ：／／spam",
            "sp\u{200D}am.c\u{200B}om", "spam\u{2060}.com", "spam\u{AD}.com", "h\u{200C}ttps://spam.example",
            "spam.c\u{43E}m", "sp\u{430}m.com", "spam[.]com", "spam(dot)com", "spam[dot]com/x", "спам.рф",
        ])
    func found(text: String) {
        #expect(Link.isIn(text), "\(text)")
        #expect(Link.isIn("Look \(text) now"), "\(text)")
        #expect(WordList.builtIn.masked("Look \(text) now", from: 5, hidesLinks: true) == "Look ••• now")
    }

    @Test(
        "a link with a space is found, and masked with the word before it",
        arguments: [
            "spam .com", "spam .com/x", "spam [.] com", "spam (dot) ru", "spam (dot)com", "spam\n.com",
        ])
    func spaced(text: String) {
        #expect(Link.isIn(text), "\(text)")
        #expect(WordList.builtIn.masked("Look: \(text) now", from: 5, hidesLinks: true) == "Look: ••• now")
    }

    @Test(
        "ordinary texts have none",
        arguments: [
            "", ".", "...", "5.30 min", "5.30 am", "see v2.0", "v1.2.3.4", "10.1.2.3", "well done.Next time",
            "ben@mail.com", "Ben.Novak@mail.co.uk,", "<ben@mail.com>", "e.g. 2:00/500m", "i.e./e.g.", "a.b",
            "4 x 500m, 2:00.0 rest", "2:00.5/500m", "5.5km/h", "Time: 7:05.3", "1.de 2.co", "Done...com",
            "so.so",
            "it was great.Me too", "Home.Run", "at 5.am", "3.5.2026", "No. 5", "U.S.A.", "St.Ives",
            "Fini.Ça va", "fin.Sé que", "Treino. Com vento", "I write .NET", ".5 miles", "and/or", "今天很好。明天见",
            "跑步：５公里",
            "Пошёл.Со мной", "дом.ру", "ratio 1:1", "note: http is old", "[.]", "(dot) com", "100%.",
            "P.S.: fast", "FTP:250", "New FTP:3.5W/kg",
        ])
    func ordinary(text: String) {
        #expect(!Link.isIn(text), "\(text)")
    }
}
