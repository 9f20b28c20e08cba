import Paceline
import Testing

@Suite("What a notification says of its item")
struct NotifiedItemTests {
    @Test("sentences name the item and whose it is", arguments: Implementation.allCases)
    func sentences(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes("5x500m/2:00r")
            let first = try await ben.comments("@eva, look", on: workout)
            try await ana.comments("Thank you", on: workout, answering: first)
            try await eva.comments("Well rowed", on: workout, answering: first)
            try await eva.hearts(first)
            try await ben.givesKudos(to: workout, big: true)
            let score = try await ana.plays(3, .public)
            world.clock.tick()
            _ = try await ben.services.giveKudos(to: score.id, big: false)
            #expect(
                try await ana.inbox().items.map(\.sentence) == [
                    "Ben gave kudos to your Wordle", "Ben gave big kudos to your 5 × 500 m",
                    "Eva commented on your 5 × 500 m: “Well rowed”",
                    "Ben commented on your 5 × 500 m: “@eva, look”",
                ])
            #expect(
                try await ben.inbox().items.map(\.sentence) == [
                    "Eva gave a heart to your comment on Ana’s 5 × 500 m: “@eva, look”",
                    "Eva replied to you on Ana’s 5 × 500 m: “Well rowed”",
                    "Ana replied to you on their 5 × 500 m: “Thank you”",
                ])
            #expect(
                try await eva.inbox().items.map(\.sentence) == [
                    "Ben mentioned you on Ana’s 5 × 500 m: “@eva, look”"
                ])
        }
    }

    @Test("the item is described as it is when the inbox is read", arguments: Implementation.allCases)
    func current(_ implementation: Implementation) async throws {
        try await implementation.run { world in
            let (ana, ben, eva) = try await world.people("ana", "ben", "eva")
            let workout = try await ana.publishes("5k")
            let comment = try await ben.comments("Well rowed", on: workout)
            try await eva.hearts(comment)
            try await ana.publishes("2k", as: workout.id, startedAt: workout.startedAt)
            let item = try #require(try await ben.inbox().items.first?.item)
            #expect(item.id == workout.id.item && item.kind == .workout && item.title == "2k")
            #expect(item.owner?.id == ana.id)
            #expect(try await ana.inbox().items.first?.item?.owner == nil, "it is Ana's own")
            try await ana.publishes("2k", .private, as: workout.id, startedAt: workout.startedAt)
            #expect(try await ben.inbox().items == [])
        }
    }
}
