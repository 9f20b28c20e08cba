import Foundation
import Paceline

@testable import PacelineReplica

/// Random truths and commands about them. Equal seeds give equal worlds.
struct RandomOutbox {
    var random: SeededRandom
    private var made = 100

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func truth(serial: Int64 = 0) -> Truth {
        var items: [FeedItem] = []
        var comments: [Comment] = []
        for number in 10..<16 {
            let isMine = Bool.random(using: &random)
            items.append(
                .numbered(
                    number, by: .random(in: 1...4, using: &random), minute: number,
                    kudos: (isMine ? 1 : 0) + .random(in: 0...3, using: &random), isMine: isMine, comments: 1)
            )
            comments.append(
                .numbered(number + 10, on: number, by: .random(in: 1...4, using: &random)))
        }
        return .ana(items, comments: comments, serial: serial)
    }

    mutating func request() throws -> QueuedRequest {
        let item = FeedItem.ID.numbered(.random(in: 10..<16, using: &random))
        let number = Int.random(in: 20..<26, using: &random)
        let comment = Comment.ID.numbered(number)
        let person = Person.ID.numbered(.random(in: 2...4, using: &random))
        made += 1
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2: return try .kudos(item, isGiven: .random(using: &random))
        case 3: return try .heart(comment, isGiven: .random(using: &random))
        case 4: return try .comment("New \(made)", as: .numbered(made), on: item)
        case 5:
            return try .comment(
                "Reply \(made)", as: .numbered(made), on: .numbered(number - 10), replyingTo: comment)
        case 6: return try .edit(comment, "Edit \(made)")
        case 7: return try .delete(comment)
        case 8: return try .publish(.rowing("\(made)m"), as: .numbered(made))
        case 9: return try .comment("Own \(made)", as: .numbered(made), on: .numbered(made - 1))
        case 10: return try .mute(person, isMuted: .random(using: &random))
        default: return try .account(AccountChanges(bio: "Bio \(made)"))
        }
    }

    /// An outbox in which some commands were sent, and some of those answered.
    mutating func outbox(of count: Int) throws -> Outbox {
        var outbox = Outbox()
        for serial in 0..<Int64(count) {
            try outbox.add(try request())
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try outbox.send(limit: 3, serial: serial)
            case 1:
                let numbers = outbox.commands.compactMap(\.number).sorted().prefix(2)
                try outbox.receive(numbers.map { CommandResult(number: $0, status: 200) })
            default: break
            }
        }
        outbox.changes = Outbox.Changes()
        return outbox
    }
}
