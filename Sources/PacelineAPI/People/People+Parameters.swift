import Paceline

/// `{person}`: an id, `@username` or `me`.
public struct PersonPath: Parameters {
    public var person: PersonReference

    static let person = Parameter<PersonReference>.person(
        "person", "An id, `@username` or `me`.", isRequired: true)
    public static let descriptions = [person.description]

    public init(_ person: PersonReference) { self.person = person }
    public init(_ values: ParameterReader) throws { person = try values.require(Self.person) }
    public func write(to writer: inout ParameterWriter) { writer.set(Self.person, person) }
}

extension Parameter<PersonReference> {
    static func person(_ name: String, _ summary: String, isRequired: Bool = false) -> Self {
        .text(
            name, .personReference, summary, isRequired: isRequired, mustBe: "an id, @username or me")
    }
}

/// `{username}`: any text; the endpoint checks whether it is a valid, available username.
public struct UsernamePath: Parameters {
    public var username: String

    static let username = Parameter<String>.text(
        "username", .string(length: 1...64), "The username to check.", length: 1...64, isRequired: true)
    public static let descriptions = [username.description]

    public init(_ username: String) { self.username = username }
    public init(_ values: ParameterReader) throws { username = try values.require(Self.username) }
    public func write(to writer: inout ParameterWriter) { writer.set(Self.username, username) }
}

extension Parameter<String> {
    /// - Parameter length: in Unicode scalars.
    static func text(
        _ name: String, _ schema: JSONSchema, _ summary: String, length: ClosedRange<Int>,
        isRequired: Bool = false
    ) -> Self {
        Parameter(name, schema, summary, isRequired: isRequired) { text in
            guard length.contains(text.unicodeScalars.count) else {
                throw SocialError(
                    .invalidValue,
                    "\(name) must be \(length.lowerBound) to \(length.upperBound) characters long.",
                    field: name)
            }
            return text
        } write: {
            $0
        }
    }
}

/// The query of a people search.
public struct PeopleQuery: Parameters {
    public var query: String
    public var page: PageQuery

    static let query = Parameter<String>.text(
        "query", .string(length: 1...100), "Part of a username or a display name.", length: 1...100,
        isRequired: true)
    public static let descriptions = [query.description] + PageQuery.descriptions

    public init(_ query: String, _ page: PageRequest = PageRequest()) {
        self.query = query
        self.page = PageQuery(page)
    }

    public init(_ values: ParameterReader) throws {
        query = try values.require(Self.query)
        page = try PageQuery(values)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.query, query)
        page.write(to: &writer)
    }
}

/// The query of the suggestions: friend codes of the caller's contacts.
public struct SuggestionsQuery: Parameters {
    public var codes: [String]
    public var page: PageQuery

    /// Codes may contain spaces or dashes. Unknown codes are ignored.
    static let codeLengths = FriendCode.earlierLength...32
    static let codes = Parameter<[String]>(
        "codes", .array(of: .string(length: codeLengths), count: 0...FriendCode.maxPerRequest),
        "Friend codes of your contacts, also those of friend cards, separated by commas."
    ) { text in
        let codes = text.split(separator: ",").map(String.init)
        guard codes.count <= FriendCode.maxPerRequest else { throw SocialError.tooManyFriendCodes }
        guard codes.allSatisfy({ codeLengths.contains($0.unicodeScalars.count) }) else {
            throw SocialError(
                .invalidValue,
                "A friend code has \(FriendCode.length) characters, an older one \(FriendCode.earlierLength), and "
                    + "that of a friend card \(FriendCode.cardLength).",
                field: "codes")
        }
        return codes
    } write: {
        $0.joined(separator: ",")
    }
    public static let descriptions = [codes.description] + PageQuery.descriptions

    public init(codes: [String] = [], _ page: PageRequest = PageRequest()) {
        self.codes = codes
        self.page = PageQuery(page)
    }

    public init(_ values: ParameterReader) throws {
        codes = try values.value(of: Self.codes) ?? []
        page = try PageQuery(values)
    }

    public func write(to writer: inout ParameterWriter) {
        writer.set(Self.codes, codes.isEmpty ? nil : codes)
        page.write(to: &writer)
    }
}
