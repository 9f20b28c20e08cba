import Paceline
import PacelineAPI

extension RoundTrip {
    static func groups(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        let someone = GroupPersonPath(samples.id(), .username("bor"))
        return [
            RoundTrip(
                API.createGroup, nothing, nothing, GroupTitle(title: samples.text()), samples.group()),
            RoundTrip(
                API.groups, nothing, PageQuery(samples.pageRequest()), empty, samples.page { $0.group() }),
            RoundTrip(API.group, GroupPath(samples.id()), nothing, empty, samples.group()),
            RoundTrip(
                API.updateGroup, GroupPath(samples.id()), nothing,
                GroupChanges(
                    title: samples.maybe(samples.text()), isSupervised: samples.maybe(samples.bool()),
                    metrics: samples.maybe([.xp, .points])),
                samples.group()),
            RoundTrip(API.deleteGroup, GroupPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(
                API.setActiveGroup, nothing, nothing, ActiveGroup(group: samples.maybe(samples.id())),
                NoContent()),
            RoundTrip(
                API.setGroupSharing, GroupPath(samples.id()), nothing,
                GroupSharing(isSharing: samples.bool()), samples.group()),
            RoundTrip(
                API.groupMembers, GroupPath(samples.id()), PageQuery(samples.pageRequest()), empty,
                samples.page { $0.groupMember() }),
            RoundTrip(API.removeGroupMember, someone, nothing, empty, NoContent()),
            RoundTrip(
                API.setGroupRole, someone, nothing, GroupRoleBody(role: .administrator),
                samples.groupMember()),
            RoundTrip(
                API.transferGroup, GroupPath(samples.id()), nothing, PersonBody(.id(samples.id())),
                samples.group()),
        ]
    }

    static func invitations(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        let someone = GroupPersonPath(samples.id(), .me)
        let joinCode = JoinCode(
            code: "ABCDE23456", url: "https://social.example/join/ABCDE23456", expiresAt: samples.instant())
        let preview = GroupPreview(
            title: samples.text(), owner: samples.person(), memberCount: samples.count(),
            joinedGroup: samples.maybe(samples.id()))
        return [
            RoundTrip(API.joinCode, GroupPath(samples.id()), nothing, empty, joinCode),
            RoundTrip(API.revokeJoinCode, GroupPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(API.groupPreview, JoinCodePath("abcde 23456/ž"), nothing, empty, preview),
            RoundTrip(
                API.joinGroup, nothing, nothing, JoinCodeBody(code: samples.text()), samples.group()),
            RoundTrip(API.invitePerson, someone, nothing, empty, NoContent()),
            RoundTrip(API.removeGroupInvitation, someone, nothing, empty, NoContent()),
            RoundTrip(
                API.groupInvitees, GroupPath(samples.id()), PageQuery(samples.pageRequest()), empty,
                samples.page { $0.person() }),
            RoundTrip(
                API.groupInvitations, nothing, PageQuery(samples.pageRequest()), empty,
                samples.page { $0.invitation() }),
            RoundTrip(API.acceptGroupInvitation, GroupPath(samples.id()), nothing, empty, samples.group()),
            RoundTrip(
                API.seasons, GroupPath(samples.id()),
                SeasonsQuery(kind: samples.maybe(.month), samples.pageRequest()), empty,
                samples.page { $0.season() }),
            RoundTrip(
                API.season, SeasonPath(samples.id()), nothing, empty,
                SeasonResults(
                    season: samples.season(), rows: [samples.seasonRow(), samples.seasonRow()],
                    me: samples.maybe(samples.seasonRow()))),
        ] + tournaments(&samples)
    }

    private static func tournaments(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), EmptyBody())
        return [
            RoundTrip(
                API.globalSeasons, nothing,
                SeasonsQuery(kind: samples.maybe(.tournament), samples.pageRequest()), empty,
                samples.page { $0.season() }),
            RoundTrip(
                API.createTournament, GroupPath(samples.id()), nothing, samples.tournamentDraft(),
                samples.season()),
            RoundTrip(API.cancelTournament, SeasonPath(samples.id()), nothing, empty, NoContent()),
            RoundTrip(
                API.createGlobalTournament, nothing, nothing, samples.tournamentDraft(),
                samples.season()),
            RoundTrip(
                API.cancelGlobalTournament, SeasonPath(samples.id()), nothing, empty, NoContent()),
        ]
    }
}

extension Samples {
    mutating func pageRequest() -> PageRequest {
        PageRequest(limit: Int.random(in: 1...100, using: &random), cursor: maybe(Cursor("a+/=_-")))
    }

    mutating func group() -> LeaderboardGroup {
        LeaderboardGroup(
            id: id(), title: text(), owner: person(), memberCount: count(), role: one(of: GroupRole.self),
            isActive: bool(), isSharing: bool(), isSupervised: bool(),
            metrics: [one(of: BoardMetric.self), one(of: BoardMetric.self)], createdAt: instant(),
            isWaiting: maybe(true))
    }

    mutating func groupMember() -> GroupMember {
        GroupMember(person: person(), role: one(of: GroupRole.self), joinedAt: instant())
    }

    mutating func season() -> Season {
        Season(
            id: id(), group: maybe(id()), kind: one(of: Season.Kind.self), title: maybe(text()),
            metric: one(of: BoardMetric.self), firstDay: day(), lastDay: day(),
            state: one(of: Season.State.self), closedAt: instant())
    }

    mutating func tournamentDraft() -> TournamentDraft {
        TournamentDraft(title: text(), metric: one(of: BoardMetric.self), firstDay: day(), lastDay: day())
    }

    mutating func seasonRow() -> SeasonRow {
        SeasonRow(
            rank: count(), person: person(), points: count(), breakdown: ["wordle": count(), "nerdle": 0])
    }

    mutating func invitation() -> Invitation {
        Invitation(
            group: id(), title: text(), owner: person(), memberCount: count(), inviter: person(),
            createdAt: instant(), expiresAt: instant())
    }
}
