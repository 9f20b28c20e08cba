import Paceline
import PacelineEngine

extension Caller {
    /// The latest friend or follow request that waits between the caller and each of the people; looked for only where
    /// there is one.
    func waitingRequests(with people: [Person]) async throws -> [Person.ID: ConnectionRequest] {
        let incoming = people.filter { $0.relationship == .requestSentToMe }.map(\.id)
        let outgoing = people.filter { $0.relationship == .requestSentByMe }.map(\.id)
        return try await requests(.incoming, with: Set(incoming), other: \.from)
            .merging(requests(.outgoing, with: Set(outgoing), other: \.to)) { first, _ in first }
    }

    private func requests(
        _ direction: ConnectionRequest.Direction, with people: Set<Person.ID>,
        other: KeyPath<ConnectionRequest, Person>
    ) async throws -> [Person.ID: ConnectionRequest] {
        var found: [Person.ID: ConnectionRequest] = [:]
        var page = PageRequest(limit: PageRequest.limits.upperBound)
        while found.count < people.count {
            let requests = try await session.requests(direction, kind: nil, page)
            for request in requests.items {
                let person = request[keyPath: other].id
                if people.contains(person), found[person] == nil { found[person] = request }
            }
            guard let next = requests.next else { break }
            page.cursor = next
        }
        return found
    }
}
