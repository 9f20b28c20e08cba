import Foundation
import Paceline
import PacelineAPI
import PacelineEngine

// What Vera tries on what the twins do not share.

extension TwinWorld {
    /// The endpoints that write and name something in their path.
    static let writingEndpoints = AllEndpoints.all.filter { endpoint in
        endpoint.method != .get && endpoint.access == .member && !endpoint.isHandledByServer
            && endpoint.role == nil && !endpoint.path.parameterNames.isEmpty
    }

    /// Those with a body that ``TwinBody`` does not know.
    static let writesWithUnknownBody = (writingEndpoints + AllEndpoints.all.filter(\.isQueueable)).filter {
        if case .none = $0.body { false } else { TwinBody(of: $0.id, number: 0, TwinBody.Names()) == nil }
    }

    mutating func writes() async throws -> [String] {
        var lines: [String] = []
        for (number, endpoint) in Self.writingEndpoints.enumerated() {
            guard extent == .whole || (number + Int(seed)).isMultiple(of: 8) else { continue }
            for (place, path) in paths(of: endpoint, isSecret: true).enumerated() {
                guard extent == .whole || place < 4 else { continue }
                clock.tick()
                let body = TwinBody(of: endpoint.id, number: place, bodyNames)
                let answer = try await answer(of: endpoint, path, [], body, isShort: true).text
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

    /// Sends a command of each kind, as a device does that was offline.
    func synced() async throws -> [String] {
        var (commands, names): ([SyncCommand], [String]) = ([], [])
        for endpoint in AllEndpoints.all where endpoint.isQueueable {
            for (place, path) in paths(of: endpoint, isSecret: true).prefix(2).enumerated() {
                let address = path.reduce(endpoint.path.description) { address, parameter in
                    address.replacing("{\(parameter.name)}", with: parameter.value)
                }
                let body = TwinBody(of: endpoint.id, number: commands.count, bodyNames)
                commands.append(
                    SyncCommand(
                        number: commands.count + 1, method: endpoint.method.rawValue, path: address,
                        body: body.map { JSONText(String(decoding: $0.bytes, as: UTF8.self)) }))
                names.append("\(endpoint.id) #\(place)")
            }
        }
        clock.tick()
        let device = SyncDevice.ID(UUID(uuidString: "0190163D-8694-439B-AEA5-966C26F8AD91")!)
        let answer = try await session(Self.vera).sync(SyncRequest(device: device, commands: commands))
        return zip(names, answer.results).map { name, result in
            "synced \(name): \(result.status) \(result.problem?.code.rawValue ?? "")"
        } + ["synced \(answer.results.count) of \(commands.count)"]
    }

    private var bodyNames: TwinBody.Names {
        TwinBody.Names(
            person: people[Self.sam].description, group: groups[0].description,
            workout: secretWorkouts().first?.description ?? "", now: clock.now)
    }
}

/// The body of a request that names what the twins do not share.
struct TwinBody {
    let bytes: [UInt8]
    let contentType: String

    /// What bodies name.
    struct Names {
        var person = ""
        var group = ""
        var workout = ""
        var now = Date(timeIntervalSince1970: 0)
    }

    /// - Parameters:
    ///   - endpoint: its id.
    ///   - number: differs for each request, so that no two workouts take place at the same time.
    /// - Returns: nil for an endpoint without a body, and for one that is not listed here.
    init?(of endpoint: String, number: Int, _ names: Names) {
        guard endpoint != API.setPhoto.id else {
            (bytes, contentType) = (Pictures.plain, "image/jpeg")
            return
        }
        let moment = Date.ISO8601FormatStyle()
        let start = names.now.addingTimeInterval(Double(-90_000 - number * 1_200))
        let workout = """
            "type": "rowing", "title": "Row", "startedAt": "\(start.formatted(moment))", "duration": 900
            """
        let score = #""score": 3, "isCompleted": true"#
        let bodies: [String: String] = [
            API.addComment.id: #""text": "Well done""#, API.editComment.id: #""text": "Well rowed""#,
            API.giveKudos.id: #""big": true"#, API.follow.id: #""notifications": true"#,
            API.publishWorkout.id: workout, API.editWorkout.id: #""title": "Edited""#,
            API.publishBatch.id: #""workouts": [{"id": "\#(names.workout)", \#(workout)}]"#,
            API.publishScore.id: score,
            API.publishDailyScores.id: #""day": "2026-02-21", "scores": [{"game": "wordle", \#(score)}]"#,
            API.importScores.id: #""text": "Wordle 1,711 4/6""#,
            API.redeem.id: #""price": 10"#,
            API.sendRequest.id: #""to": "\#(names.person)", "kind": "friend""#,
            API.updateGroup.id: #""title": "Edited""#, API.setGroupSharing.id: #""isSharing": true"#,
            API.setGroupRole.id: #""role": "member""#, API.transferGroup.id: #""person": "\#(names.person)""#,
            API.createTournament.id: """
            "title": "Sprint", "metric": "distance", "firstDay": "2026-05-01", "lastDay": "2026-05-02"
            """,
            API.setActiveGroup.id: #""group": "\#(names.group)""#,
            API.updateMe.id: #""bio": "Rows.""#, API.updateSettings.id: #""showWorkoutStats": true"#,
            API.updateNotificationSettings.id: #""kinds": {"kudos": true}"#,
            API.readNotifications.id: #""upTo": "\#(names.now.formatted(moment))""#,
        ]
        guard let body = bodies[endpoint] else { return nil }
        (bytes, contentType) = (Array("{\(body)}".utf8), "application/json")
    }
}
