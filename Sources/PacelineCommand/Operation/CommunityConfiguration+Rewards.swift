import Foundation
import Paceline

extension CommunityConfiguration {
    /// The rewards of the file that the setting `rewards` names, or else of `rewards.json` in the data folder. None
    /// without a file.
    /// - Throws: ``Failure`` if the file cannot be read or is invalid.
    func rewards(in folder: DataFolder) throws -> RewardCatalogue {
        let path = text("rewards")
        guard path.isEmpty else { return try RewardCatalogue(file: path) }
        guard FileManager.default.fileExists(atPath: folder.rewardsPath) else { return .empty }
        return try RewardCatalogue(file: folder.rewardsPath)
    }
}
