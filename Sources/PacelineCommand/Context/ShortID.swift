import ArgumentParser
import Foundation
import Paceline

/// The last digits of an identifier, which tables show and commands accept.
struct ShortID: ExpressibleByArgument, Hashable {
    /// 4 to 32 lower-case hexadecimal digits, without dashes.
    let digits: String

    static let length = 8

    init?(argument: String) {
        let digits = argument.lowercased().filter { $0 != "-" }
        guard (4...32).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        self.digits = digits
    }

    /// The identifier, if all 32 digits were given.
    func completeID<Subject>(_ type: Identifier<Subject>.Type) -> Identifier<Subject>? {
        guard digits.count == 32 else { return nil }
        var text = digits
        for offset in [8, 13, 18, 23] { text.insert("-", at: text.index(text.startIndex, offsetBy: offset)) }
        return Identifier(text)
    }

    func ends<Subject>(_ id: Identifier<Subject>) -> Bool {
        id.description.filter { $0 != "-" }.hasSuffix(digits)
    }

    /// Finds the one identifier that ends in the digits.
    /// - Parameters:
    ///   - what: the singular noun for error messages.
    ///   - list: reads a page.
    /// - Throws: ``Failure`` if no identifier matches, or several do.
    func find<Item, Subject>(
        _ what: String, id: (Item) -> Identifier<Subject>, _ list: (PageRequest) async throws -> Page<Item>
    ) async throws -> Identifier<Subject> {
        if let complete = completeID(Identifier<Subject>.self) { return complete }
        return try only(of: try await matches(id: id, list), "\(what)s")
    }

    /// Finds the identifiers that end in the digits.
    /// - Parameters:
    ///   - pages: the maximum number of pages to read, 100 items each.
    ///   - list: reads a page.
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

    /// Returns the only identifier.
    /// - Parameter what: the plural noun for error messages.
    /// - Throws: ``Failure`` if there is none, or more than one.
    func only<Subject>(
        of found: Set<Identifier<Subject>>, _ what: String
    ) throws -> Identifier<Subject> {
        guard let only = found.first, found.count == 1 else { throw Self.failure(what, digits, found.count) }
        return only
    }

    private static func failure(_ what: String, _ digits: String, _ count: Int) -> Failure {
        count == 0
            ? Failure(
                .rejected, "None of the newest \(what) has an id ending in \(digits).",
                advice: what == "items"
                    ? "If it is not in your feed, add its owner: USERNAME/\(digits)."
                    : "Use the full id, which --json shows.")
            : Failure(
                .rejected, "\(count) \(what) have ids ending in \(digits).",
                advice: "Use more of the id's last digits.")
    }
}

extension Identifier {
    /// The last eight digits, as tables show them.
    var short: String { String(description.suffix(ShortID.length)) }
}
