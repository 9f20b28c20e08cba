import Foundation
import Paceline

extension DemoPlan {
    /// The number of people in a club. Each club has a coach, who knows most members.
    static let clubSize = 24

    mutating func planPeople(_ count: Int, using random: inout DemoRandom) {
        var names = DemoNames()
        people.append(.demoUser(on: firstDay, using: &random))
        for place in 1..<count {
            people.append(
                DemoPerson(
                    names.next(
                        weights: place < Self.clubSize ? \.nearbyWeight : \.weight, using: &random),
                    club: place / Self.clubSize, isCoach: isCoach(place), since: firstDay, using: &random)
            )
        }
    }

    /// Whether the person is a coach: the second of each club.
    func isCoach(_ place: Int) -> Bool { place % Self.clubSize == 1 }
}
