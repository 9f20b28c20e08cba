import Paceline

// Actions. Each takes place one second after the previous one.
extension Member {
    @discardableResult
    func givesKudos(to workout: Workout, big: Bool = false) async throws -> Tally {
        clock.tick()
        return try await services.giveKudos(to: workout.id.item, big: big)
    }

    @discardableResult
    func comments(_ text: String, on workout: Workout, answering parent: Comment? = nil) async throws
        -> Comment
    {
        clock.tick()
        return try await services.comment(CommentDraft(text: text, parent: parent?.id), on: workout.id.item)
    }

    func hearts(_ comment: Comment) async throws {
        clock.tick()
        _ = try await services.giveHeart(to: comment.id)
    }
}

extension Member {
    /// The texts of the comments, oldest first.
    func commentTexts(on workout: Workout) async throws -> [String] {
        try await services.comments(on: workout.id.item, .whole).items.map(\.text)
    }
}
