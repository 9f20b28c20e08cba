import Foundation
import Paceline

/// What this server is, where what one writes is kept, and who may see it.
enum ServerPages {
    static func show(_ visit: Visit, _ caller: Caller) async throws -> PageAnswer {
        let wording = visit.wording
        let isLive = try await isLive(caller)
        let isLocal = isLocal(visit.engine.environment.publicURL)
        let isSharing = caller.account.settings.workoutVisibility != .private
        let states = [
            state("place", isLocal ? "local" : "synced", isGood: true, wording),
            state("live", isLive ? "connected" : "away", isGood: isLive, wording),
            state("sharing", isSharing ? "on" : "off", isGood: isSharing, wording),
        ]
        return SettingsPlace.server.page(
            visit,
            [
                "states": .list(states), "address": .text(visit.engine.environment.publicURL),
                "version": .text(visit.version), "now": .text(wording.moment(wording.now)),
                "timeZone": .text(caller.account.timeZone.replacing("_", with: " ")),
            ])
    }

    private static func state(_ name: String, _ value: String, isGood: Bool, _ wording: Wording) -> View {
        [
            "name": .text(wording("server.\(name).name")), "value": .text(wording("server.\(name).\(value)")),
            "text": .text(wording("server.\(name).\(value)Text")), "isGood": .flag(isGood),
        ]
    }

    /// Whether a stream of what happens begins now. One person may have only so many: then another is not told, either.
    private static func isLive(_ caller: Caller) async throws -> Bool {
        do {
            var events = caller.session.events(after: nil, watching: []).makeAsyncIterator()
            return try await events.next() != nil
        } catch let error as SocialError where error.code == .limitReached || error.code == .unavailable {
            return false
        }
    }

    /// Whether nobody but this computer reaches the address.
    private static func isLocal(_ address: String) -> Bool {
        let host = URL(string: address)?.host() ?? ""
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
