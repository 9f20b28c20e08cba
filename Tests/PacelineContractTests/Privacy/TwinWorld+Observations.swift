import Foundation
import Paceline
import PacelineAPI
import PacelineEngine

// What Vera observes.

extension TwinWorld {
    /// Calls every endpoint that reads, with all that there is in this world and in its twin.
    mutating func reads() async throws -> (lines: [String], answered: Set<String>) {
        var (lines, answered) = ([String](), Set<String>())
        for endpoint in AllEndpoints.all where endpoint.method == .get && endpoint.access != .anyone {
            // Changes are read apart, since their tokens differ.
            guard !endpoint.isHandledByServer, endpoint.role == nil, endpoint.id != API.changes.id else {
                continue
            }
            for (place, path) in paths(of: endpoint, isSecret: false).enumerated() {
                for (choice, query) in queries(of: endpoint).enumerated() {
                    let (answer, isSuccess) = try await answer(of: endpoint, path, query)
                    if isSuccess { answered.insert(endpoint.id) }
                    lines.append("\(endpoint.id) #\(place) #\(choice): \(answer)")
                }
            }
        }
        return (lines, answered)
    }

    /// Tries what needs no body on what the twins do not share.
    mutating func writes() async throws -> [String] {
        var lines: [String] = []
        for endpoint in AllEndpoints.all
        where endpoint.method != .get && endpoint.access == .member && !endpoint.isHandledByServer {
            guard endpoint.role == nil, case .none = endpoint.body, !endpoint.path.parameterNames.isEmpty
            else { continue }
            for (place, path) in paths(of: endpoint, isSecret: true).enumerated() {
                clock.tick()
                let answer = try await answer(of: endpoint, path, [], isShort: true).text
                lines.append("\(endpoint.id) #\(place): \(answer)")
            }
        }
        clock.tick()
        do {
            let draft = RequestDraft(kind: .friend, to: .person(.id(people[Self.sam])))
            lines.append("asked again: \(try await session(Self.vera).request(draft).state)")
        } catch let error as SocialError {
            lines.append("asked again: \(error.code.rawValue)")
        }
        return lines
    }

    /// What a stream since the world began delivers.
    func heard() async throws -> [String] {
        var heard: [String] = []
        let watched = Array(items.suffix(15))
        for try await event in session(Self.vera).events(after: .start, watching: watched) {
            if event.content == .upToDate { break }
            heard.append("heard \(event.content.summary)")
        }
        return heard
    }

    /// What changed since the world began.
    func changes() async throws -> [String] {
        var (found, token) = (Set<String>(), start)
        for _ in 0..<20 {
            let page = try await session(Self.vera).changes(since: token)
            guard !page.changes.isEmpty else { break }
            found.formUnion(page.changes.map { "change \($0.summary)" })
            token = page.next
        }
        return found.sorted()
    }

    /// The name and the value of a parameter.
    private struct Pair {
        let name: String
        let value: String
    }

    private mutating func answer(
        of endpoint: any AnyEndpoint, _ path: [Pair], _ query: [Pair], isShort: Bool = false
    ) async throws -> (text: String, isSuccess: Bool) {
        let request = EncodedRequest(
            path: Dictionary(uniqueKeysWithValues: path.map { ($0.name, $0.value) }),
            query: query.map { (name: $0.name, value: $0.value) })
        do {
            let response = try await endpoint.respond(to: request, as: session(Self.vera))
            return ("\(response.status)" + (isShort ? "" : " \(numbered(response.body))"), true)
        } catch let error as SocialError {
            return ("\(error.code.rawValue) \(error.field ?? "")", false)
        }
    }

    /// The values of the path's parameters: all that Vera may have heard of, or what only one of the twins has.
    private func paths(of endpoint: any AnyEndpoint, isSecret: Bool) -> [[Pair]] {
        let section = endpoint.path.description.split(separator: "/").dropFirst().first ?? ""
        var paths: [[Pair]] = [[]]
        for name in endpoint.path.parameterNames {
            let known = values(of: name, in: String(section), isSecret: isSecret)
            paths = paths.flatMap { path in known.map { path + [Pair(name: name, value: $0)] } }
        }
        return paths
    }

    private func values(of name: String, in section: String, isSecret: Bool) -> [String] {
        let known = isSecret ? [] : ["me", "@ada", "@ben", "@cid"]
        let secretItems = secretWorkouts().map(\.description)
        switch (name, section) {
        case ("person", _): return known + ["@sam", people[Self.sam].description]
        case ("code", _): return codes
        case (_, "items"), (_, "workouts"):
            return (isSecret ? [] : items.suffix(15).map(\.description)) + secretItems
        case (_, "comments"): return comments.suffix(8).map(\.id.description)
        case (_, "seasons"): return isSecret ? [] : seasons.map(\.description)
        case (_, "groups"): return groups.suffix(4).map(\.description) + [groups[0].description]
        case (_, "requests"): return [request.description]
        case ("game", _): return ["wordle", "nyt_mini"]
        case ("day", _): return ["2026-03-01"]
        default: return [secretItems.first ?? ""]
        }
    }

    private func queries(of endpoint: any AnyEndpoint) -> [[Pair]] {
        let isPaged = endpoint.queryParameters.contains { $0.name == "limit" }
        let page = isPaged ? [Pair(name: "limit", value: "100")] : []
        func each(_ name: String, _ values: [String]) -> [[Pair]] {
            values.map { page + [Pair(name: name, value: $0)] }
        }
        switch endpoint.id {
        case API.searchPeople.id: return each("query", ["a", "sam", "be"])
        case API.requests.id:
            return each("direction", ConnectionRequest.Direction.allCases.map(\.rawValue))
        case API.streaks.id: return each("person", ["@ada", "@sam"])
        case API.leaderboard.id:
            let scopes = ["global", "friends"] + groups.suffix(3).map { "group:\($0)" }
            // Members of a group see on its boards what their friends do: they chose to share it with the group.
            let trainingScopes = secret == .friendsItems ? Array(scopes.prefix(2)) : scopes
            func boards(_ kinds: [[Pair]], in scopes: [String]) -> [[Pair]] {
                kinds.flatMap { kind in
                    scopes.map {
                        kind + [Pair(name: "scope", value: $0), Pair(name: "day", value: "2026-03-01")]
                    }
                }
            }
            return boards(each("game", ["total", "wordle", "nyt_mini"]), in: scopes)
                + boards(each("metric", ["xp", "distance", "activeDays"]), in: trainingScopes)
        default: return [page]
        }
    }

    /// Whether the text is a hash of Vera's ledger, which depends on the random id of her account.
    private static func isLedgerHash(_ text: String) -> Bool {
        text.utf8.count == 43 && text.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }

    /// The body with a number instead of each id, and of each hash of the ledger.
    private mutating func numbered(_ body: [UInt8]) -> String {
        let (importKey, codes) = (importKey, codes)
        var numbers = numbers
        func word(for text: Substring) -> String {
            let text = String(text)
            let isID = text.utf8.count == 36 && UUID(uuidString: text) != nil
            guard isID || Self.isLedgerHash(text) else {
                return text == importKey ? "key" : codes.contains(text) ? "code" : text
            }
            let number = numbers[text] ?? numbers.count
            numbers[text] = number
            return "#\(number)"
        }
        // Ids are whole texts of the JSON, or parts of an address.
        let parts = String(decoding: body, as: UTF8.self).split(
            separator: "\"", omittingEmptySubsequences: false)
        var words: [String] = []
        for part in parts {
            guard part.hasPrefix("/v1/") || part.hasPrefix("http") else {
                words.append(word(for: part))
                continue
            }
            let steps = part.split(separator: "/", omittingEmptySubsequences: false)
            words.append(steps.map { word(for: $0) }.joined(separator: "/"))
        }
        self.numbers = numbers
        return words.joined(separator: "\"")
    }
}
