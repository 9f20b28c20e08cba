import Paceline
import PacelineEngine

/// What pages of the web app read at once, which no endpoint returns.
enum WebPageRead: String, CaseIterable {
    case feed = "page of the feed"
    case week = "week of training"
    case card = "card of an item"
    case item = "page of an item"
    case person = "page of a person"
    case friends = "page of friends"
    case friendsOfPerson = "page of a person's friends"
    case followers = "page of a person's followers"
    case following = "page of who a person follows"
    case find = "page of finding people"
    case groups = "page of groups"
    case group = "page of a group"
    case invite = "page of inviting"
    case seasons = "page of seasons"
    case season = "page of a season"
    case boards = "page of boards"
    case scores = "page of scores"
    case experience = "page of experience"
    case badges = "page of badges"
    case rewards = "page of rewards"
    case firstSteps = "first steps"
    case feedChoices = "choices of the feed"
    case recipient = "owner of a friend code"
    case mentions = "people to mention"
    case groupPreview = "preview of a group"
    case attention = "what needs attention"
}

extension TwinWorld {
    /// Reads what the page shows to Vera.
    /// - Parameter number: decides about what, likewise in both worlds.
    func content(of page: WebPageRead, _ number: Int) async throws -> Any {
        let vera = session(Self.vera)
        let list = PageRequest(limit: number.isMultiple(of: 2) ? 2 : 100)
        let person = PersonReference.id(people[number % people.count])
        let group = groups[number % groups.count]
        let item = visibleItems[number % visibleItems.count]
        let scopes: [LeaderboardScope] = [.friends, .global, .group(group)]
        switch page {
        case .feed:
            let query = FeedQuery(window: nil, person: number.isMultiple(of: 3) ? person : nil)
            return try await vera.feedPage(query, list, cards: 3)
        case .week:
            let today = Day(of: clock.now, in: .gmt)
            return try await vera.trainingWeek(today.adding(days: -7 * (number % 3 + 1))...today)
        case .card: return try await vera.card(item)
        case .item: return try await vera.itemPage(item, kudos: list, comments: list)
        case .person: return try await vera.personPage(person, workouts: list)
        case .friends: return try await vera.friendsPage(list, incoming: list, sent: list)
        case .friendsOfPerson: return try await vera.friendsPage(of: person, list)
        case .followers: return try await vera.followersPage(of: person, list)
        case .following: return try await vera.followingPage(of: person, list)
        case .find:
            let queries = [nil, "a", "sam", "be"]
            return try await vera.findPage(
                matching: queries[number % queries.count], list, suggestionLimit: 10)
        case .groups: return try await vera.groupsPage(invitations: list)
        case .group: return try await vera.groupPage(group, members: list)
        case .invite: return try await vera.invitePage(of: groups[1], invitees: list, friends: list)
        case .seasons:
            return try await vera.seasonsPage(of: number.isMultiple(of: 3) ? nil : group, list)
        case .season:
            guard !seasons.isEmpty else { return "none" }
            return try await vera.seasonPage(seasons[number % seasons.count])
        case .boards:
            // Members of a group see on its boards what their friends do.
            let games: [Game.ID?] = secret == .friendsItems ? [.wordle] : [nil, .wordle]
            let game = games[number / 3 % games.count]
            let query = LeaderboardQuery(
                scope: scopes[number % scopes.count], range: .week, day: try day(2026_03_01), game: game,
                metric: game == nil ? .distance : .points)
            return try await vera.boardsPage(list, invitationLimit: 10) { _ in BoardChoice(query: query) }
        case .scores: return try await vera.scoresPage(list)
        case .experience: return try await vera.experiencePage(list)
        case .badges: return try await vera.badgesPage()
        case .rewards: return try await vera.rewardsPage(list)
        case .firstSteps: return try await vera.firstSteps(suggestionLimit: 10)
        case .feedChoices: return try await vera.feedChoices(friends: 10)
        case .recipient:
            let code = friendCodes[number % friendCodes.count]
            guard let code = FriendCode(code) else { return "no code" }
            return try await vera.recipient(withFriendCode: code)
        case .mentions: return try await vera.mentionCandidates("a", on: item, limit: 10)
        case .groupPreview: return try await vera.groupPreview(code: codes[number % codes.count])
        case .attention: return try await vera.attention()
        }
    }

    /// The newest items, and those that only one of the worlds has.
    private var visibleItems: [FeedItem.ID] { items.suffix(15) + secretWorkouts().map(\.item) }
}
