import Foundation
import Paceline
import PacelineDatabase

/// Where an item stands in the table of items, and in every feed.
struct Entry: Hashable {
    let owner: Person.ID
    let at: Date
    let id: FeedItem.ID
    let kind: FeedItem.Kind

    var position: Position { Position(at: at, id: id.uuid) }

    static func isNewer(_ left: Entry, _ right: Entry) -> Bool { (left.at, left.id) > (right.at, right.id) }
}
