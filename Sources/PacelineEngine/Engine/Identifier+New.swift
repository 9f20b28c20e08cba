import Foundation
import Paceline

extension Identifier {
    /// A new one, which sorts by the instant.
    static func new(at now: Date) -> Self {
        var random = SystemRandomNumberGenerator()
        return Identifier(UUID.version7(at: now, using: &random))
    }
}
