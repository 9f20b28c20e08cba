import Foundation
import Paceline
import PacelineAPI

extension Prediction {
    func comment(_ id: Comment.ID, _ overlay: Overlay) throws -> Comment? {
        if let stored = try transaction.comments("WHERE id = \(id.uuid)").first {
            return overlay.comment(stored)
        }
        return overlay.addedComments[id].flatMap { overlay.newComment($0) }
    }

    func added(_ added: QueuedComment) throws -> EncodedResponse? {
        guard try transaction.item(added.item, with: before) != nil else { return nil }
        if let parent = added.parent {
            guard let parent = try comment(parent, before) else { return nil }
            if parent.item != added.item { throw SocialError.commentNotFound }
        }
        _ = try TextRule.comment.check(added.text)
        return try comment(added.id, after)?.response(201)
    }

    func edited(_ id: Comment.ID, _ text: String) throws -> EncodedResponse? {
        guard let old = try comment(id, before), old.author?.id == account.id else { return nil }
        _ = try TextRule.comment.check(text)
        return try comment(id, after)?.response(200)
    }

    func deleted(_ id: Comment.ID) throws -> EncodedResponse? {
        guard let old = try comment(id, before) else { return nil }
        let item = try transaction.item(old.item, with: before)
        guard old.author?.id == account.id || item?.author.id == account.id else { return nil }
        return done
    }
}
