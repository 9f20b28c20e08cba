import Paceline
import PacelineEngine

extension LargeCommunity {
    /// What a generated file depends on, besides the source of the generator: the schema, the XP policy and all
    /// parameters. `script/bench` generates a community again when its key has changed.
    var key: String {
        // Includes parameters that are added later.
        let parameters = Mirror(reflecting: self).children.map { "\($0.label ?? "") \($0.value)" }
        let rules = ["schema \(Engine.newestSchemaStep)", "policy \(ExperiencePolicy.current.number)"]
        return (rules + parameters).joined(separator: ", ")
    }

    /// The community of this name on the command line.
    static func named(_ name: String) -> LargeCommunity? {
        switch name {
        case "large": LargeCommunity()
        case "players": .players
        default: nil
        }
    }
}
