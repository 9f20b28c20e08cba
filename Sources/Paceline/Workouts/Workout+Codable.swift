import Foundation

// On the wire, the measures are flattened into the workout.

extension Workout: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, owner, type, title, startedAt, endedAt, duration, isErgTest, volume, exerciseCount,
            isCompleted, source, visibility, hidesDetails, isWaiting, xpEarned, createdAt, updatedAt, detail,
            experience
        case clientID = "clientId"
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try fields.decode(ID.self, forKey: .id),
            owner: try fields.decode(Person.ID.self, forKey: .owner),
            type: try fields.decode(WorkoutType.self, forKey: .type),
            title: try fields.decode(String.self, forKey: .title),
            startedAt: try fields.decode(Date.self, forKey: .startedAt),
            endedAt: try fields.decode(Date.self, forKey: .endedAt),
            duration: try fields.decode(Double.self, forKey: .duration),
            measures: try WorkoutMeasures(from: decoder),
            isErgTest: try fields.decode(Bool.self, forKey: .isErgTest),
            volume: try fields.decodeIfPresent(Double.self, forKey: .volume),
            exerciseCount: try fields.decodeIfPresent(Int.self, forKey: .exerciseCount),
            isCompleted: try fields.decode(Bool.self, forKey: .isCompleted),
            source: try fields.decodeIfPresent(String.self, forKey: .source),
            visibility: try fields.decode(ItemVisibility.self, forKey: .visibility),
            xpEarned: try fields.decode(Int.self, forKey: .xpEarned),
            createdAt: try fields.decode(Date.self, forKey: .createdAt),
            updatedAt: try fields.decode(Date.self, forKey: .updatedAt),
            detail: try fields.decodeIfPresent(WorkoutDetail.self, forKey: .detail),
            clientID: try fields.decodeIfPresent(ID.self, forKey: .clientID),
            hidesDetails: try fields.decodeIfPresent(Bool.self, forKey: .hidesDetails) ?? false,
            isWaiting: try fields.decodeIfPresent(Bool.self, forKey: .isWaiting),
            experience: try fields.decodeIfPresent(WorkoutExperience.self, forKey: .experience))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(id, forKey: .id)
        try fields.encodeIfPresent(clientID, forKey: .clientID)
        try fields.encode(owner, forKey: .owner)
        try fields.encode(type, forKey: .type)
        try fields.encode(title, forKey: .title)
        try fields.encode(startedAt, forKey: .startedAt)
        try fields.encode(endedAt, forKey: .endedAt)
        try fields.encode(duration, forKey: .duration)
        try measures.encode(to: encoder)
        try fields.encode(isErgTest, forKey: .isErgTest)
        try fields.encodeIfPresent(volume, forKey: .volume)
        try fields.encodeIfPresent(exerciseCount, forKey: .exerciseCount)
        try fields.encode(isCompleted, forKey: .isCompleted)
        try fields.encodeIfPresent(source, forKey: .source)
        try fields.encode(visibility, forKey: .visibility)
        if hidesDetails { try fields.encode(true, forKey: .hidesDetails) }
        try fields.encodeIfPresent(isWaiting, forKey: .isWaiting)
        try fields.encode(xpEarned, forKey: .xpEarned)
        try fields.encode(createdAt, forKey: .createdAt)
        try fields.encode(updatedAt, forKey: .updatedAt)
        try fields.encodeIfPresent(detail, forKey: .detail)
        try fields.encodeIfPresent(experience, forKey: .experience)
    }
}

extension WorkoutDraft: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, title, startedAt, endedAt, duration, isErgTest, volume, exerciseCount, isCompleted, source,
            visibility, detail
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            type: try fields.decode(WorkoutType.self, forKey: .type),
            title: try fields.decode(String.self, forKey: .title),
            startedAt: try fields.decode(Date.self, forKey: .startedAt),
            endedAt: try fields.decodeIfPresent(Date.self, forKey: .endedAt),
            duration: try fields.decode(Double.self, forKey: .duration),
            measures: try WorkoutMeasures(from: decoder),
            isErgTest: try fields.decodeIfPresent(Bool.self, forKey: .isErgTest),
            volume: try fields.decodeIfPresent(Double.self, forKey: .volume),
            exerciseCount: try fields.decodeIfPresent(Int.self, forKey: .exerciseCount),
            isCompleted: try fields.decodeIfPresent(Bool.self, forKey: .isCompleted),
            source: try fields.decodeIfPresent(String.self, forKey: .source),
            visibility: try fields.decodeIfPresent(ItemVisibility.self, forKey: .visibility),
            detail: try fields.decodeIfPresent(WorkoutDetail.self, forKey: .detail))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(type, forKey: .type)
        try fields.encode(title, forKey: .title)
        try fields.encode(startedAt, forKey: .startedAt)
        try fields.encodeIfPresent(endedAt, forKey: .endedAt)
        try fields.encode(duration, forKey: .duration)
        try measures.encode(to: encoder)
        try fields.encodeIfPresent(isErgTest, forKey: .isErgTest)
        try fields.encodeIfPresent(volume, forKey: .volume)
        try fields.encodeIfPresent(exerciseCount, forKey: .exerciseCount)
        try fields.encodeIfPresent(isCompleted, forKey: .isCompleted)
        try fields.encodeIfPresent(source, forKey: .source)
        try fields.encodeIfPresent(visibility, forKey: .visibility)
        try fields.encodeIfPresent(detail, forKey: .detail)
    }
}

extension WorkoutChanges: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, title, startedAt, endedAt, duration, isErgTest, volume, exerciseCount, isCompleted, source,
            visibility, detail, cleared
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            type: try fields.decodeIfPresent(WorkoutType.self, forKey: .type),
            title: try fields.decodeIfPresent(String.self, forKey: .title),
            startedAt: try fields.decodeIfPresent(Date.self, forKey: .startedAt),
            endedAt: try fields.decodeIfPresent(Date.self, forKey: .endedAt),
            duration: try fields.decodeIfPresent(Double.self, forKey: .duration),
            measures: try WorkoutMeasures(from: decoder),
            isErgTest: try fields.decodeIfPresent(Bool.self, forKey: .isErgTest),
            volume: try fields.decodeIfPresent(Double.self, forKey: .volume),
            exerciseCount: try fields.decodeIfPresent(Int.self, forKey: .exerciseCount),
            isCompleted: try fields.decodeIfPresent(Bool.self, forKey: .isCompleted),
            source: try fields.decodeIfPresent(String.self, forKey: .source),
            visibility: try fields.decodeIfPresent(ItemVisibility.self, forKey: .visibility),
            detail: try fields.decodeIfPresent(WorkoutDetail.self, forKey: .detail),
            cleared: try fields.decodeIfPresent([Field].self, forKey: .cleared) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(type, forKey: .type)
        try fields.encodeIfPresent(title, forKey: .title)
        try fields.encodeIfPresent(startedAt, forKey: .startedAt)
        try fields.encodeIfPresent(endedAt, forKey: .endedAt)
        try fields.encodeIfPresent(duration, forKey: .duration)
        try measures.encode(to: encoder)
        try fields.encodeIfPresent(isErgTest, forKey: .isErgTest)
        try fields.encodeIfPresent(volume, forKey: .volume)
        try fields.encodeIfPresent(exerciseCount, forKey: .exerciseCount)
        try fields.encodeIfPresent(isCompleted, forKey: .isCompleted)
        try fields.encodeIfPresent(source, forKey: .source)
        try fields.encodeIfPresent(visibility, forKey: .visibility)
        try fields.encodeIfPresent(detail, forKey: .detail)
        try fields.encode(cleared, forKey: .cleared)
    }
}
