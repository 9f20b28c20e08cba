// On the wire, `kind` and the field it names are next to the id. Edges and mutes contain the other person.

extension Change: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, id, isDeleted, account, settings, notificationSettings, person, relationship, request,
            item, comment, group, invitation, season, inbox
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let name = try fields.decode(String.self, forKey: .kind)
        let isDeleted = try fields.decode(Bool.self, forKey: .isDeleted)
        let content: Content =
            if let kind = Kind(rawValue: name) {
                isDeleted ? .deleted(kind) : try Self.content(kind, fields)
            } else {
                .unknown(name, isDeleted: isDeleted)
            }
        self.init(content, try fields.decode(ID.self, forKey: .id))
    }

    private static func content(
        _ kind: Kind, _ fields: KeyedDecodingContainer<CodingKeys>
    ) throws -> Content {
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            try fields.decode(Value.self, forKey: key)
        }
        return switch kind {
        case .account: .account(try value(.account))
        case .settings: .settings(try value(.settings))
        case .notificationSettings: .notificationSettings(try value(.notificationSettings))
        case .person: .person(try value(.person))
        case .edge: .edge(try value(.person), try value(.relationship))
        case .mute: .mute(try value(.person))
        case .request: .request(try value(.request))
        case .item: .item(try value(.item))
        case .comment: .comment(try value(.comment))
        case .group: .group(try value(.group))
        case .board: .board
        case .invitation: .invitation(try value(.invitation))
        case .season: .season(try value(.season))
        case .inbox: .inbox(try value(.inbox))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(kindName, forKey: .kind)
        try fields.encode(id, forKey: .id)
        try fields.encode(isDeleted, forKey: .isDeleted)
        switch content {
        case .account(let account): try fields.encode(account, forKey: .account)
        case .settings(let settings): try fields.encode(settings, forKey: .settings)
        case .notificationSettings(let settings): try fields.encode(settings, forKey: .notificationSettings)
        case .person(let person), .mute(let person): try fields.encode(person, forKey: .person)
        case .edge(let person, let relationship):
            try fields.encode(person, forKey: .person)
            try fields.encode(relationship, forKey: .relationship)
        case .request(let request): try fields.encode(request, forKey: .request)
        case .item(let item): try fields.encode(item, forKey: .item)
        case .comment(let comment): try fields.encode(comment, forKey: .comment)
        case .group(let group): try fields.encode(group, forKey: .group)
        case .invitation(let invitation): try fields.encode(invitation, forKey: .invitation)
        case .season(let season): try fields.encode(season, forKey: .season)
        case .inbox(let inbox): try fields.encode(inbox, forKey: .inbox)
        case .board, .deleted, .unknown: break
        }
    }
}
