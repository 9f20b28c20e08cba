import Foundation
import Paceline

extension CommunityConfiguration {
    /// The rewards of the file that the setting `rewards` names, or of `rewards.json` in the data folder; none without
    /// it.
    /// - Throws: ``Failure`` if the file cannot be read or is invalid.
    func rewards(in folder: DataFolder) throws -> RewardCatalogue {
        let path = text("rewards")
        guard path.isEmpty else { return try RewardCatalogue(file: path) }
        guard FileManager.default.fileExists(atPath: folder.rewardsPath) else { return .empty }
        return try RewardCatalogue(file: folder.rewardsPath)
    }
}
