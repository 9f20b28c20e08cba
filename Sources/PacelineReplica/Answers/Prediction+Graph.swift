import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase

extension Prediction {
    func changed(_ id: Person.ID, _ effect: GraphEffect) throws -> EncodedResponse? {
        guard id != account.id else {
            throw SocialError(.selfNotAllowed, "You cannot do this to yourself.", field: "person")
        }
        guard effect == .follow || effect == .request else { return done }
        guard let viewer = after.viewer, var person = try person(id) else { return nil }
        let old = try transaction.edge(to: id) ?? .notFriends
        let relationship = after.relationship(to: id, person.privacyLevel, old)
        person.relationship = relationship
        if effect == .follow {
            guard relationship == .requestSentByMe else {
                return try FollowOutcome.following(person).response(200)
            }
            return try FollowOutcome.requested(sent(to: person, from: viewer)).response(202)
        }
        var sent = try sent(to: person, from: viewer)
        if relationship == .friends { sent.state = .accepted }
        return try SentRequest(sent).response(201)
    }

    private func sent(to person: Person, from viewer: Person) throws -> ConnectionRequest {
        let id = request.body?["id"]?.text.flatMap(ConnectionRequest.ID.init)
        let kind = request.body?["kind"]?.text.flatMap(ConnectionRequest.Kind.init) ?? .follow
        return ConnectionRequest(
            id: id ?? ConnectionRequest.ID(UUID()), kind: kind, from: viewer, to: person,
            message: request.body?["message"]?.text, state: .pending, createdAt: now,
            expiresAt: now.addingTimeInterval(ConnectionRequest.lifetime))
    }

    func resolved(_ id: ConnectionRequest.ID) throws -> EncodedResponse? {
        let requests = try transaction.things(ConnectionRequest.self, .request)
        guard var found = requests.first(where: { $0.id == id.uuid })?.value else { return nil }
        guard scope.kind == .acceptRequest else { return done }
        found.state = .accepted
        return try found.response(200)
    }

    /// A person as the server last sent them: as a profile, an author, in a request or in a remembered answer.
    private func person(_ id: Person.ID) throws -> Person? {
        if let person = try transaction.person(id) { return person }
        let items = try transaction.items("WHERE owner = \(id.uuid) ORDER BY at DESC, id DESC LIMIT 1")
        if let author = items.first?.value.author { return author }
        let requests = try transaction.things(ConnectionRequest.self, .request).map(\.value)
        if let request = requests.first(where: { $0.from.id == id || $0.to.id == id }) {
            return request.from.id == id ? request.from : request.to
        }
        let answers = try transaction.connection.fetch(
            """
            SELECT answers.json
            FROM answer_people
            JOIN answers ON answers.key = answer_people.key
            WHERE answer_people.person = \(id.uuid)
            ORDER BY answers.read_at DESC, answers.key
            LIMIT 10
            """
        ) { $0[0] as [UInt8] }
        for json in answers {
            if let person = try JSONValue(parsing: json).person(id) { return person }
        }
        return nil
    }
}
