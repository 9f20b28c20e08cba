import Foundation
import Paceline

@testable import PacelineReplica

extension ModelServer {
    mutating func run(_ command: SyncCommand, as person: Int) -> Int {
        guard let scope = try? CommandScope(QueuedRequest(command)) else { return 400 }
        switch scope.effect {
        case .kudos(let item, let isGiven, _):
            guard sees(person, item) else { return 404 }
            if isGiven { items[item]?.kudos.insert(person) } else { items[item]?.kudos.remove(person) }
            log.append(.item(item))
        case .addComment(let comment):
            guard sees(person, comment.item) else { return 404 }
            if posts[comment.id] != nil { repeated.append("comment \(comment.id)") }
            posts[comment.id] = Post(item: comment.item, author: person, texts: [comment.text])
            log += [.comment(comment.id), .item(comment.item)]
        case .editComment(let id, let text):
            guard sees(person, id), posts[id]?.author == person else { return 404 }
            if posts[id]?.texts.contains(text) ?? false { repeated.append("edit \(text)") }
            posts[id]?.texts.append(text)
            log.append(.comment(id))
        case .deleteComment(let id):
            guard sees(person, id), let post = posts[id], post.author == person else { return 404 }
            posts[id]?.isDeleted = true
            log += [.comment(id), .item(post.item)]
        case .publishWorkout(let id, _):
            if items[id.item] != nil { repeated.append("workout \(id)") }
            let number = Int(id.uuid.uuid.14) << 8 | Int(id.uuid.uuid.15)
            items[id.item] = Item(owner: person, minute: number)
            log.append(.item(id.item))
        case .deleteItem(let id):
            guard items[id]?.owner == person else { return 404 }
            items[id] = nil
            deletedWithItem.formUnion(posts.filter { $0.value.item == id }.keys)
            posts = posts.filter { $0.value.item != id }
            log.append(.item(id))
        case .graph(let other, let effect):
            return run(effect, person, Int(other.uuid.uuid.15))
        default: return 400
        }
        return 200
    }

    private mutating func run(_ effect: GraphEffect, _ person: Int, _ other: Int) -> Int {
        let (there, back) = (Pair(from: person, to: other), Pair(from: other, to: person))
        switch effect {
        case .follow:
            guard !isBlocked(person, other) else { return 404 }
            follows.insert(there)
        case .unfollow: follows.remove(there)
        case .block:
            blocks.insert(there)
            follows.subtract([there, back])
        case .unblock: blocks.remove(there)
        default: return 400
        }
        log.append(.edge(person, other))
        return 200
    }
}
