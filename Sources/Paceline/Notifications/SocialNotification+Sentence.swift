extension SocialNotification {
    /// The notification as an English sentence without a period: `Ana replied to you on Ben’s 5k: “Well rowed”`.
    public var sentence: String {
        guard let quotation else { return headline }
        return "\(headline): “\(Self.shortened(quotation))”"
    }

    /// The ``sentence`` without the quotation: `Ana, Ben and 2 others gave kudos to your 5 × 500 m`.
    public var headline: String { headline(worded: NotificationTexts.english) }

    /// Words the notification with texts of any language.
    package func headline(worded text: NotificationTexts.TextLookup) -> String {
        if kind == .security, let security { return security.headline(worded: text) }
        let sentence = text(
            "sentence." + textKey,
            [
                "who": Self.names(of: people, count: count, worded: text), "item": itemName(worded: text),
                "title": item?.spokenTitle ?? reward?.title ?? "",
                "group": group?.title ?? text("someGroup", [:]),
            ])
        guard kind == .overtaken, let boardRank, boardRank.rank > 1 else { return sentence }
        return text(
            "sentence.overtaken.ranked." + (boardRank.points == 1 ? "one" : "other"),
            [
                "sentence": sentence, "rank": Measure.grouped(boardRank.rank),
                "count": Measure.grouped(boardRank.points),
            ])
    }

    /// The text of the comment, or the message of a request that was received; nil without one.
    package var quotation: String? {
        let message = kind == .requestReceived ? request?.message : nil
        guard let text = comment?.text ?? message, !text.isEmpty else { return nil }
        return text
    }

    /// Names the first people and counts the rest: `Ana`, `Ana and Bor`, `Ana, Bor and Eva`, `Ana, Bor and 4 others`.
    /// - Parameter count: the total number of people, `people` included.
    public static func names(of people: [Person], count: Int) -> String {
        names(of: people, count: count, worded: NotificationTexts.english)
    }

    /// Names everyone up to three people, else two.
    private static func names(
        of people: [Person], count: Int, worded text: NotificationTexts.TextLookup
    ) -> String {
        var names = people.prefix(count <= 3 ? 3 : 2).map(\.displayName)
        guard let first = names.first else { return text("someone", [:]) }
        let others = count - names.count
        if others > 0 {
            names.append(
                text(others == 1 ? "others.one" : "others.other", ["count": Measure.grouped(others)]))
        }
        guard names.count > 1 else { return first }
        let before = names.dropFirst().dropLast().reduce(first) {
            text("names.more", ["names": $0, "next": $1])
        }
        return text("names.last", ["names": before, "last": names[names.count - 1]])
    }

    /// `your 5k`, `their 5k`, `Ana’s 5k`.
    private func itemName(worded text: NotificationTexts.TextLookup) -> String {
        guard let item else { return text("item.gone", [:]) }
        guard let owner = item.owner else { return text("item.yours", ["title": item.spokenTitle]) }
        if count == 1, people.first?.id == owner.id {
            return text("item.theirs", ["title": item.spokenTitle])
        }
        return text("item.others", ["name": owner.displayName, "title": item.spokenTitle])
    }

    /// The key of the notification's text below `sentence`.
    private var textKey: String {
        switch kind {
        case .requestReceived, .requestAccepted:
            "\(kind.rawValue).\(request?.kind == .follow ? "follow" : "friend")"
        case .overtaken: group == nil ? "overtaken.friends" : "overtaken.group"
        case .newWorkout, .newScore: "\(kind.rawValue).\(item == nil ? "untitled" : "titled")"
        case .workoutDecided: "workoutDecided.\(decisionKey)"
        case .age: "age.\(ageKey)"
        case .security: "security.unknown"
        case .unknown: "unknown"
        case .newFollower, .kudos, .bigKudos, .comment, .reply, .mention, .heart, .groupInvitation,
            .groupJoined, .levelUp, .achievement, .workoutHeld, .rewardFulfilled:
            kind.rawValue
        }
    }

    private var ageKey: String {
        guard let age else { return "missing" }
        return age < AgeGroup.adultAge ? "teenager" : "adult"
    }

    private var decisionKey: String {
        switch item?.review {
        case .approved, .listed: "approved"
        case .excluded, .appealed: "excluded"
        case .late, .held, .unknown, nil: "unknown"
        }
    }

    /// The text on one line and truncated.
    private static func shortened(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > maxQuotationLength
            ? line.prefix(maxQuotationLength - 1) + "…" : line
    }

    /// Characters.
    private static let maxQuotationLength = 80
}
