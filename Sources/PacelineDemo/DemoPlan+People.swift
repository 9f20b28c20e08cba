import Foundation
import Paceline

extension DemoPlan {
    /// Clubs of some two dozen, each with a coach whom most of it know.
    static let clubSize = 24

    mutating func planPeople(_ count: Int, using random: inout DemoRandom) {
        var names = DemoNames()
        people.append(.demoUser(on: firstDay, using: &random))
        for place in 1..<count {
            people.append(
                DemoPerson(
                    names.next(using: &random), club: place / Self.clubSize, isCoach: isCoach(place),
                    since: firstDay,
                    using: &random))
        }
    }

    /// The second of each club.
    func isCoach(_ place: Int) -> Bool { place % Self.clubSize == 1 }
}
