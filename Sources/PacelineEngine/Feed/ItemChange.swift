import Paceline

/// A change to a workout or a score.
enum ItemChange<Item> {
    case created(Item)
    case replaced(Item, by: Item)
    case deleted(Item)

    /// The item before the change; nil when it was created.
    var old: Item? {
        switch self {
        case .created: nil
        case .replaced(let old, _), .deleted(let old): old
        }
    }

    /// The item after the change; nil when it was deleted.
    var new: Item? {
        switch self {
        case .created(let new), .replaced(_, let new): new
        case .deleted: nil
        }
    }
}
