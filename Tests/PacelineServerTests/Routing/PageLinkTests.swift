import Foundation
import Paceline
import Testing

@Suite("Links to the next page") struct PageLinkTests {
    @Test("Each page but the last links to the next, with the same query")
    func links() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            for day in 1...3 { try await ana.publish(on: day) }
            var uri: String? = "/v1/feed?limit=1&type=rowing&from=2026-01-01T00:00:00%2B01:00"
            var found: [FeedItem.ID] = []
            while let next = uri {
                #expect(next.contains("limit=1&type=rowing&from=2026-01-01T00:00:00%2B01:00"))
                let response = try await community.send(.get, next, token: ana.token)
                found += try response.decoded(as: Page<FeedItem>.self).items.map(\.id)
                uri = try response.headers[.link].map { link in
                    let match = try #require(link.wholeMatch(of: /<(\/[^<>"\s]+)>; rel="next"/))
                    return String(match.1)
                }
            }
            #expect(found.count == 3)
            #expect(Set(found).count == 3)
        }
    }

    @Test("The link is encoded for use in a header")
    func escaping() async throws {
        try await Community.run { community in
            let ana = try await community.member("ana")
            for name in ["ana_two", "ana_three"] { _ = try await community.member(name) }
            let response = try await community.send(.get, "/v1/people?query=ana>&limit=1", token: ana.token)
            #expect(response.status == 200)
            let found = try await community.send(.get, "/v1/people?query=an%61&limit=1", token: ana.token)
            let link = try #require(found.headers[.link])
            #expect(link.hasPrefix("</v1/people?query=an%61&limit=1&cursor="))
        }
    }
}
