import Foundation
import Paceline
import PacelineAPI
import PacelineEngine

// What Vera observes.

extension TwinWorld {
    /// The endpoints that read, except those of the staff and the changes, which are read apart since their tokens
    /// differ.
    static let readingEndpoints = AllEndpoints.all.filter {
        $0.method == .get && $0.access != .anyone && $0.role == nil && !$0.isHandledByServer
            && $0.id != API.changes.id
    }

    /// The endpoints that write, need no body, and name something.
    private static let writingEndpoints = AllEndpoints.all.filter { endpoint in
        guard case .none = endpoint.body else { return false }
        return endpoint.method != .get && endpoint.access == .member && !endpoint.isHandledByServer
            && endpoint.role == nil && !endpoint.path.parameterNames.isEmpty
    }

    /// Calls endpoints that read, and pages of the web app: all with everything that there is in this world and in its
    /// twin, or samples, so that every endpoint has its turn.
    mutating func read(into seen: inout TwinObservations) async throws {
        let endpoints = Self.readingEndpoints
        // A child gets another code after removing a person.
        text.codes.append(try await session(Self.vera).friendCode().code)
        switch extent {
        case .whole:
            for endpoint in endpoints {
                for (place, path) in paths(of: endpoint, isSecret: false).enumerated() {
                    for (choice, query) in queries(of: endpoint).enumerated() {
                        try await call(endpoint, path, query, "#\(place) #\(choice)", into: &seen)
                    }
                }
            }
            for page in WebPageRead.allCases {
                for number in 0..<8 { try await open(page, number, into: &seen) }
            }
        case .sample:
            for turn in 0..<Self.endpointSample {
                let endpoint = endpoints[(Int(seed) * Self.endpointSample + turn) % endpoints.count]
                let path = paths(of: endpoint, isSecret: false).randomElement(using: &random) ?? []
                var query = queries(of: endpoint).randomElement(using: &random) ?? []
                if Bool.random(using: &random) {
                    query = query.map { $0.name == "limit" ? Pair(name: "limit", value: "2") : $0 }
                }
                try await call(endpoint, path, query, "of a sample", into: &seen)
            }
            for turn in 0..<Self.pageSample {
                let page = WebPageRead.allCases[
                    (Int(seed) * Self.pageSample + turn) % WebPageRead.allCases.count]
                try await open(page, Int.random(in: 0..<1_000, using: &random), into: &seen)
            }
        }
    }

    /// How many endpoints and pages are read in one world, of all of them.
    static let endpointSample = 16
    static let pageSample = 3

    /// Tries what needs no body on what the twins do not share.
    mutating func writes() async throws -> [String] {
        var lines: [String] = []
        for (number, endpoint) in Self.writingEndpoints.enumerated() {
            guard extent == .whole || (number + Int(seed)).isMultiple(of: 8) else { continue }
            for (place, path) in paths(of: endpoint, isSecret: true).enumerated() {
                guard extent == .whole || place < 4 else { continue }
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

    /// Reads a list up to its fifth page.
    private mutating func call(
        _ endpoint: any AnyEndpoint, _ path: [Pair], _ query: [Pair], _ place: String,
        into seen: inout TwinObservations
    ) async throws {
        var cursor: [Pair] = []
        for _ in 0..<5 {
            _ = database.takeCost()
            // A picture of a random code.
            let isShort = endpoint.id == API.friendCodeQRCode.id
            let (text, next, isSuccess) = try await answer(
                of: endpoint, path, query + cursor, isShort: isShort)
            let cost = database.takeCost()
            if isSuccess { seen.successes[endpoint.id, default: 0] += 1 }
            seen.lines.append(TwinObservations.Line(text: "\(endpoint.id) \(place): \(text)", cost: cost))
            guard let next else { return }
            cursor = [Pair(name: "cursor", value: next)]
        }
    }

    private mutating func open(_ page: WebPageRead, _ number: Int, into seen: inout TwinObservations)
        async throws
    {
        _ = database.takeCost()
        var content: String
        do {
            content = text.described(try await self.content(of: page, number))
            seen.successes[page.rawValue, default: 0] += 1
        } catch let error as SocialError {
            content = "\(error.code.rawValue) \(error.field ?? "")"
        }
        let cost = database.takeCost()
        seen.lines.append(TwinObservations.Line(text: "\(page.rawValue) \(number): \(content)", cost: cost))
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
            found.formUnion(summaries(of: page.changes).map { "change \($0)" })
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
    ) async throws -> (text: String, next: String?, isSuccess: Bool) {
        let request = EncodedRequest(
            path: Dictionary(uniqueKeysWithValues: path.map { ($0.name, $0.value) }),
            query: query.map { (name: $0.name, value: $0.value) })
        do {
            let response = try await endpoint.respond(to: request, as: session(Self.vera))
            let body = isShort ? "" : " \(text.numbered(response.body))"
            return ("\(response.status)\(body)", Self.cursor(in: response.body), true)
        } catch let error as SocialError {
            return ("\(error.code.rawValue) \(error.field ?? "")", nil, false)
        }
    }

    /// The cursor of the next page.
    private static func cursor(in body: [UInt8]) -> String? {
        let parts = String(decoding: body, as: UTF8.self).split(separator: "\"next\":\"")
        return parts.count == 2 ? parts[1].prefix { $0 != "\"" }.description : nil
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
}
