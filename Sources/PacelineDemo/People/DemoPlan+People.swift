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
        for (place, zone) in zip(travellers, Self.travellersZones) { people[place].timeZone = zone }
    }

    /// Gives friends of the demo user a rare sport, so that the feed is not empty when it is filtered by one.
    mutating func planRareSports(_ friendDates: FriendDates) {
        let sports = DemoHabits.rareSports
        for (index, friend) in friendDates[0].keys.sorted().enumerated() where index.isMultiple(of: 2) {
            people[friend].habits.otherSport = sports[index / 2 % sports.count]
        }
    }

    /// Where it is day while it is night where most friends of the demo user live.
    private static let travellersZones = ["America/Vancouver", "Australia/Melbourne"]

    /// People who are kept unconnected to the demo user, so that even small communities have incoming requests.
    var newcomers: ArraySlice<Int> { openMembers.prefix(Self.greetings.count) }

    /// Friends of the demo user who live far away, so that someone has just trained at any time of the day.
    var travellers: ArraySlice<Int> {
        openMembers.dropFirst(Self.greetings.count).prefix(Self.travellersZones.count)
    }

    /// All but the demo user, coaches, and people whose profiles are private.
    private var openMembers: [Int] {
        people.indices.dropFirst().filter { !isCoach($0) && people[$0].privacyLevel != .private }
    }

    /// Whether the person is a coach: the second of each club.
    func isCoach(_ place: Int) -> Bool { place % Self.clubSize == 1 }
}
