import Foundation

// On the wire, `kind` and the field it names are flattened into the item.

extension FeedItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, at, author, visibility, kudosCount, hasKudos, commentCount, latestComment
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try fields.decode(ID.self, forKey: .id), at: try fields.decode(Date.self, forKey: .at),
            author: try fields.decode(Person.self, forKey: .author),
            visibility: try fields.decode(ItemVisibility.self, forKey: .visibility),
            content: try Content(from: decoder),
            kudosCount: try fields.decode(Int.self, forKey: .kudosCount),
            hasKudos: try fields.decode(Bool.self, forKey: .hasKudos),
            commentCount: try fields.decode(Int.self, forKey: .commentCount),
            latestComment: try fields.decodeIfPresent(Comment.self, forKey: .latestComment))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(at, forKey: .at)
        try fields.encode(author, forKey: .author)
        try fields.encode(visibility, forKey: .visibility)
        try content.encode(to: encoder)
        try fields.encode(kudosCount, forKey: .kudosCount)
        try fields.encode(hasKudos, forKey: .hasKudos)
        try fields.encode(commentCount, forKey: .commentCount)
        try fields.encodeIfPresent(latestComment, forKey: .latestComment)
    }
}

extension FeedItem.Content: Codable {
    private enum CodingKeys: String, CodingKey { case kind, workout, score, levelUp, achievement, milestone }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let name = try fields.decode(String.self, forKey: .kind)
        self =
            switch FeedItem.Kind(rawValue: name) {
            case .workout: .workout(try fields.decode(Workout.self, forKey: .workout))
            case .score: .score(try fields.decode(Score.self, forKey: .score))
            case .levelUp: .levelUp(try fields.decode(LevelUp.self, forKey: .levelUp))
            case .achievement: .achievement(try fields.decode(Achievement.self, forKey: .achievement))
            case .milestone: .milestone(try fields.decode(Achievement.self, forKey: .milestone))
            case nil: .unknown(name)
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(kindName, forKey: .kind)
        switch self {
        case .workout(let workout): try fields.encode(workout, forKey: .workout)
        case .score(let score): try fields.encode(score, forKey: .score)
        case .levelUp(let levelUp): try fields.encode(levelUp, forKey: .levelUp)
        case .achievement(let achievement): try fields.encode(achievement, forKey: .achievement)
        case .milestone(let milestone): try fields.encode(milestone, forKey: .milestone)
        case .unknown: break
        }
    }
}
