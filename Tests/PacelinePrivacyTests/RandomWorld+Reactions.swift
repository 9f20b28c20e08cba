import Paceline
import PacelineEngine

// What people say to what others have done.
extension RandomWorld {
    mutating func stepOfReactions(_ one: Int, _ random: inout SeededRandom) async throws {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try await withdrawKudos(&random)
        case 1: try await answer(one, &random)
        case 2: try await edit(&random)
        case 3: try await deleteRemark(&random)
        default: try await giveOrWithdrawHeart(one, &random)
        }
    }

    mutating func praise(_ one: Int, _ random: inout SeededRandom) async throws {
        guard let index = visibleWorkout(to: one, &random) else { return }
        _ = try await session(one).giveKudos(to: workouts[index].id.item, big: false)
        kudos.insert(Praise(workout: index, person: one))
        reactions.insert(Praise(workout: index, person: one))
    }

    private mutating func withdrawKudos(_ random: inout SeededRandom) async throws {
        let visible = kudos.filter { sees($0.person, workouts[$0.workout]) }
            .sorted { ($0.workout, $0.person) < ($1.workout, $1.person) }
        guard let praise = visible.randomElement(using: &random) else { return }
        _ = try await session(praise.person).withdrawKudos(from: workouts[praise.workout].id.item)
        kudos.remove(praise)
    }

    mutating func remark(_ one: Int, _ random: inout SeededRandom) async throws {
        guard let index = visibleWorkout(to: one, &random) else { return }
        try await write(as: one, under: index, answering: nil)
    }

    private mutating func answer(_ one: Int, _ random: inout SeededRandom) async throws {
        guard let index = visibleRemark(to: one, &random) else { return }
        try await write(as: one, under: comments[index].workout, answering: comments[index].id)
    }

    private mutating func write(as one: Int, under index: Int, answering parent: Comment.ID?) async throws {
        let text = "Well done \(comments.count)"
        let comment = try await session(one).comment(
            CommentDraft(text: text, parent: parent), on: workouts[index].id.item)
        comments.append(Remark(id: comment.id, workout: index, author: one, text: text, parent: parent))
        reactions.insert(Praise(workout: index, person: one))
    }

    private mutating func edit(_ random: inout SeededRandom) async throws {
        guard let index = ownVisibleRemark(&random) else { return }
        comments[index].text += "!"
        _ = try await session(comments[index].author)
            .edit(comments[index].id, text: comments[index].text, ifMatch: nil)
    }

    /// By its author, or by the owner of what it is under. What others answer stays as an empty place, which is another
    /// matter: here only what nobody answers is deleted.
    private mutating func deleteRemark(_ random: inout SeededRandom) async throws {
        guard let index = ownVisibleRemark(&random) else { return }
        let remark = comments[index]
        guard !comments.contains(where: { $0.parent == remark.id }) else { return }
        let deleter = Bool.random(using: &random) ? remark.author : workouts[remark.workout].owner
        try await session(deleter).deleteComment(remark.id)
        comments.remove(at: index)
    }

    private mutating func giveOrWithdrawHeart(_ one: Int, _ random: inout SeededRandom) async throws {
        guard let index = visibleRemark(to: one, &random) else { return }
        reactions.insert(Praise(workout: comments[index].workout, person: one))
        if comments[index].hearts.remove(one) != nil {
            _ = try await session(one).withdrawHeart(from: comments[index].id)
        } else {
            _ = try await session(one).giveHeart(to: comments[index].id)
            comments[index].hearts.insert(one)
        }
    }

    private func visibleRemark(to viewer: Int, _ random: inout SeededRandom) -> Int? {
        comments.indices.filter { isVisible(comments[$0], to: viewer) }.randomElement(using: &random)
    }

    /// One that its author still sees.
    private func ownVisibleRemark(_ random: inout SeededRandom) -> Int? {
        comments.indices.filter { isVisible(comments[$0], to: comments[$0].author) }
            .randomElement(using: &random)
    }

    private func isVisible(_ remark: Remark, to viewer: Int) -> Bool {
        sees(viewer, workouts[remark.workout]) && !areApart(viewer, remark.author)
    }
}
