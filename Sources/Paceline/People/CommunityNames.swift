import Foundation

/// The names of a community and of those who run it. Members cannot use them or their look-alikes as display names or
/// titles of groups.
///
/// ```swift
/// let names = CommunityNames(["Tuesday Crew"])
/// let name = try DisplayName("Ana", in: names)
/// ```
public struct CommunityNames: Sendable {
    /// A community without names of its own.
    public static let none = CommunityNames([])

    /// The names in Latin letters or their look-alikes, each as one word.
    let words: Lexicon
    /// The names in other letters, without case, accents and signs.
    private let others: Set<String>
    private let names: [String]

    /// - Parameter names: the names; those without letters are ignored.
    public init(_ names: [String]) {
        self.names = names
        var (words, others): (Set<String>, Set<String>) = ([], [])
        for name in names {
            // Lower case, so that an I is not read as an l.
            for readsSigns in [true, false] {
                let spelling = Lookalikes.spelling(of: name.lowercased(), readingSigns: readsSigns)
                let letters = Skeleton(spelling).letters
                if letters.contains(UInt8(ascii: "*")) {
                    others.insert(Self.folded(name))
                } else if !letters.isEmpty {
                    words.insert(String(decoding: letters, as: UTF8.self))
                }
            }
        }
        self.words = Lexicon(words.joined(separator: " "), tolerance: .lenient)
        self.others = others
    }

    /// The names together with others, such as those of the staff.
    package func adding(_ others: [String]) -> CommunityNames {
        others.isEmpty ? self : CommunityNames(names + others)
    }

    /// Whether it is one of the names whose letters do not look Latin.
    func contains(_ name: String) -> Bool { !others.isEmpty && others.contains(Self.folded(name)) }

    private static func folded(_ name: String) -> String {
        name.foldedForSearch.filter { $0.isLetter || $0.isNumber }
    }
}
