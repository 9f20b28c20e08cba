extension ExperiencePolicy {
    /// A summand of a worth, for people who want to know how it was calculated.
    package struct Part: Sendable, Equatable {
        package enum Kind: String, Sendable, CaseIterable {
            /// Kilometres.
            case distance
            /// Minutes.
            case time
            /// Minutes at the average heart rate, or at the one that the intensity stands for.
            case heartRate
            /// Tonnes.
            case volume
        }

        package let kind: Kind
        /// In the unit of the kind.
        package let amount: Double
        /// XP for each unit; for the heart rate, beats per minute, ``beatsPerXP`` of which are 1 XP.
        package let rate: Double
        package let xp: Double
    }

    /// The summands of the worth, without those of 0 XP. Their sum, rounded down, is the worth.
    package func parts(of effort: Effort) -> [Part] {
        guard effort.isCompleted, let rate = rate(of: effort.type) else { return [] }
        let minutes = Double(effort.milliseconds) / 60_000
        let beats = Double(effort.centibeats) / 100
        let linear: [(Part.Kind, amount: Double, rate: Int)] = [
            (.distance, Double(effort.millimetres) / 1_000_000, rate.perKilometre),
            (.time, minutes, rate.perMinute), (.volume, Double(effort.grams) / 1_000_000, Self.xpPerTonne),
        ]
        var parts = linear.map { kind, amount, rate in
            Part(kind: kind, amount: amount, rate: Double(rate), xp: amount * Double(rate))
        }
        let ofBeats = Part(
            kind: .heartRate, amount: minutes, rate: beats, xp: minutes * beats / Double(Self.beatsPerXP))
        parts.insert(ofBeats, at: 2)
        return parts.filter { $0.xp > 0 }
    }
}
