import Paceline

/// What a write has done to a workout or a score.
enum ItemChange<Item> {
    case created(Item)
    case replaced(Item, by: Item)
    case deleted(Item)

    /// As it was before the write.
    var old: Item? {
        switch self {
        case .created: nil
        case .replaced(let old, _), .deleted(let old): old
        }
    }

    /// As it is after the write.
    var new: Item? {
        switch self {
        case .created(let new), .replaced(_, let new): new
        case .deleted: nil
        }
    }
}
