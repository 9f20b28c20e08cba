import Foundation
import Testing

@testable import Paceline

@Suite struct ConnectionRequestStateTests {
    typealias State = ConnectionRequest.State

    let expiry = Date(timeIntervalSince1970: 1_000_000)

    @Test func `only pending requests expire, exactly at their expiry`() {
        for (offset, pending) in [(-1.0, State.pending), (0, .expired), (1, .expired)] {
            let now = expiry.addingTimeInterval(offset)
            #expect(State.pending.current(at: now, expiresAt: expiry) == pending)
            for state in State.allCases where state != .pending {
                #expect(state.current(at: now, expiresAt: expiry) == state)
            }
        }
    }

    @Test func `a declined request looks pending to its sender`() {
        for offset in [-1.0, 0, 1] {
            let now = expiry.addingTimeInterval(offset)
            let seen = State.declined.asSeenBySender(at: now, expiresAt: expiry)
            #expect(seen == State.pending.asSeenBySender(at: now, expiresAt: expiry))
            for state in State.allCases where state != .declined {
                #expect(
                    state.asSeenBySender(at: now, expiresAt: expiry)
                        == state.current(at: now, expiresAt: expiry))
            }
        }
    }
}

@Suite struct VisibilityTests {
    /// Who sees an item, by the owner's audience and the item's visibility: `m`e, `f`riends, follo`w`ers,
    /// `s`trangers.
    static let table: [(audience: ItemVisibility, item: ItemVisibility, seenBy: String)] = [
        (.private, .private, "m"), (.private, .friends, "m"), (.private, .followers, "m"),
        (.private, .public, "m"),
        (.friends, .private, "m"), (.friends, .friends, "mf"), (.friends, .followers, "mf"),
        (.friends, .public, "mf"),
        (.followers, .private, "m"), (.followers, .friends, "mf"), (.followers, .followers, "mfw"),
        (.followers, .public, "mfw"),
        (.public, .private, "m"), (.public, .friends, "mf"), (.public, .followers, "mfw"),
        (.public, .public, "mfws"),
    ]

    @Test(arguments: table) func `an item is visible as the table says`(
        audience: ItemVisibility, item: ItemVisibility, seenBy: String
    ) {
        let letters: [(Closeness, Character)] = [
            (.me, "m"), (.friend, "f"), (.follower, "w"), (.stranger, "s"), (.blocked, "b"),
        ]
        for (closeness, letter) in letters {
            let isSeen = ItemVisibility.allows(closeness: closeness, audience: audience, item: item)
            #expect(isSeen == seenBy.contains(letter), "\(closeness)")
        }
    }

    @Test func `the table is complete`() {
        #expect(Self.table.count == ItemVisibility.allCases.count * ItemVisibility.allCases.count)
        #expect(Closeness.allCases.count == 5)
    }

    @Test func `a profile that is not public is capped at followers`() {
        let audiences = PrivacyLevel.allCases.map(Audience.of)
        #expect(audiences == [.public, .followers, .followers])
    }

    @Test func `closeness is the closest case that applies, unless there is a block`() {
        for bits in 0..<16 {
            let (isMe, isBlocked) = (bits & 1 != 0, bits & 2 != 0)
            let (follows, isFollowedBack) = (bits & 4 != 0, bits & 8 != 0)
            let expected: Closeness =
                isMe
                ? .me : isBlocked ? .blocked : !follows ? .stranger : isFollowedBack ? .friend : .follower
            let closeness = Closeness(
                isMe: isMe, isBlocked: isBlocked, follows: follows, isFollowedBack: isFollowedBack)
            #expect(closeness == expected)
        }
    }
}

@Suite struct RelationshipTests {
    @Test func `the first case that applies wins`() {
        for bits in 0..<64 {
            let facts = (0..<6).map { bits >> $0 & 1 == 1 }
            let relationship = Relationship(
                isMe: facts[0], isBlockedByMe: facts[1], follows: facts[2], isFollowedBack: facts[3],
                hasSentRequest: facts[4], hasReceivedRequest: facts[5])
            let candidates: [(Bool, Relationship)] = [
                (facts[0], .me), (facts[1], .blockedByMe), (facts[2] && facts[3], .friends),
                (facts[4], .requestSentByMe),
                (facts[5], .requestSentToMe), (facts[2], .following), (facts[3], .followedBy),
                (true, .notFriends),
            ]
            #expect(relationship == candidates.first { $0.0 }?.1)
        }
    }
}
