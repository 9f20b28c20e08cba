import ArgumentParser
import Foundation
import Paceline

/// The end of an identifier, which tables show and commands take: eight characters are typed sooner than 36.
struct ShortID: ExpressibleByArgument, Hashable {
    /// Lower-case hexadecimal digits without dashes, at least four of them.
    let digits: String

    static let length = 8

    init?(argument: String) {
        let digits = argument.lowercased().filter { $0 != "-" }
        guard (4...32).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        self.digits = digits
    }

    /// The identifier, when it was given whole.
    func whole<Subject>(_ type: Identifier<Subject>.Type) -> Identifier<Subject>? {
        guard digits.count == 32 else { return nil }
        var text = digits
        for offset in [8, 13, 18, 23] { text.insert("-", at: text.index(text.startIndex, offsetBy: offset)) }
        return Identifier(text)
    }

    func ends<Subject>(_ id: Identifier<Subject>) -> Bool {
        id.description.filter { $0 != "-" }.hasSuffix(digits)
    }

    /// The one identifier that ends like this, looked for page by page.
    /// - Parameters:
    ///   - what: what is looked for, for the message.
    ///   - list: gives a page.
    func find<Item, Subject>(
        _ what: String, id: (Item) -> Identifier<Subject>, _ list: (PageRequest) async throws -> Page<Item>
    ) async throws -> Identifier<Subject> {
        if let whole = whole(Identifier<Subject>.self) { return whole }
        return try only(of: try await matches(id: id, list), "\(what)s")
    }

    /// The identifiers that end like this, looked for page by page.
    /// - Parameters:
    ///   - pages: how many pages of a hundred are looked through.
    ///   - list: gives a page.
    func matches<Item, Subject>(
        in pages: Int = 5, id: (Item) -> Identifier<Subject>,
        _ list: (PageRequest) async throws -> Page<Item>
    ) async throws -> Set<Identifier<Subject>> {
        var (found, request) = (Set<Identifier<Subject>>(), PageRequest(limit: 100))
        for _ in 0..<pages {
            let page = try await list(request)
            found.formUnion(page.items.map(id).filter(ends))
            guard let next = page.next else { break }
            request.cursor = next
        }
        return found
    }

    /// - Parameter what: what they are, as of several, for the message.
    func only<Subject>(
        of found: Set<Identifier<Subject>>, _ what: String
    ) throws -> Identifier<Subject> {
        guard let only = found.first, found.count == 1 else { throw Self.failure(what, digits, found.count) }
        return only
    }

    private static func failure(_ what: String, _ digits: String, _ count: Int) -> Failure {
        count == 0
            ? Failure(
                .refused, "None of the newest \(what) ends in \(digits).",
                advice: what == "items"
                    ? "If it is not in your feed, say whose it is: USERNAME/\(digits)."
                    : "Give the whole id, which --json shows.")
            : Failure(
                .refused, "\(count) \(what) end in \(digits).", advice: "Give more of the id's last digits.")
    }
}

extension Identifier {
    /// Its last eight digits.
    var short: String { String(description.suffix(ShortID.length)) }
}
