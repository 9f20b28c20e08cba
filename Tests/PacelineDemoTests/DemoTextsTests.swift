import Foundation
import Paceline
import Testing

@testable import PacelineDemo

@Suite("The demo community's texts on workouts") struct DemoTextsTests {
    private static let plan = DemoPlan(
        people: 120, workouts: 3_000, seed: 5, end: Date(timeIntervalSince1970: 1_777_660_200))

    /// Words, and the only sports whose workouts may have them.
    private static let vocabulary: [(words: Set<String>, sports: Set<WorkoutType>)] = [
        (["rowing", "seat", "boat", "straps", "bow", "crew", "outing", "swans", "caps"], [.rowing]),
        (["strokes"], [.rowing, .swimming]),
        (["drag"], [.rowing, .skiing]),
        (["skierg"], [.skiing]),
        (["shoes", "run", "track", "canal", "lane", "loop", "hill"], [.running]),
        (["bike", "tailwind", "headwind", "gravel", "asphalt", "punctures", "café"], [.cycling]),
        (["bar", "belt", "kilos"], [.strength]),
        (["swim", "lengths"], [.swimming]),
        (["hut"], [.hiking]),
        (["herons"], [.walking]),
        (["mat", "hips"], [.yoga]),
    ]

    /// A text on a workout of a sport.
    private struct Said: Hashable {
        let sport: WorkoutType
        let text: String
    }

    @Test("Notes, comments and answers are only about the sport of their workout")
    func plannedTexts() {
        let said = Self.plan.workouts.flatMap { workout -> [Said] in
            let comments = workout.comments.flatMap { [$0.text, $0.reply?.text].compactMap(\.self) }
            return ([workout.draft.detail?.notes].compactMap(\.self) + comments)
                .map { Said(sport: workout.draft.type, text: $0) }
        }
        #expect(said.count > 300)
        expectOwnWords(Set(said))
    }

    @Test("What may be said of a workout is listed for its sport, and uses no words of another")
    func possibleTexts() {
        var said: Set<Said> = []
        for draft in Self.plan.workouts.map(\.draft) + Self.ergSessions {
            let conversations = DemoConversation.about(draft)
            #expect(conversations.allSatisfy { $0.sports?.contains(draft.type) ?? true })
            let roles: [DemoSession.Role] = [.test, .hard, .long, .easy]
            let notes = roles.flatMap { DemoNote.notes(on: draft, $0) }
            #expect(notes.allSatisfy { $0.sports.contains(draft.type) })
            let texts =
                conversations.flatMap { [$0.comment] + $0.replies } + DemoConversation.mentions(of: draft)
                + notes.map(\.text)
            said.formUnion(texts.map { Said(sport: draft.type, text: $0) })
        }
        expectOwnWords(said)
        let words = said.reduce(into: Set<String>()) { $0.formUnion(Self.words(of: $1.text)) }
        for (own, sports) in Self.vocabulary {
            #expect(!words.isDisjoint(with: own), "no text uses a word of \(sports)")
        }
    }

    /// The sessions of rowers as if on another ergometer, of which the plan has only the easy ones.
    private static let ergSessions = plan.workouts.map(\.draft).filter { $0.type == .rowing }.map { draft in
        var other = draft
        other.type = .skiing
        return other
    }

    private func expectOwnWords(_ said: Set<Said>) {
        for each in said {
            let words = Self.words(of: each.text)
            for (foreign, sports) in Self.vocabulary where !sports.contains(each.sport) {
                #expect(words.isDisjoint(with: foreign), "\(each.sport): \(each.text)")
            }
        }
    }

    /// The words in lowercase, without usernames.
    private static func words(of text: String) -> Set<String> {
        let parts = text.lowercased().split(separator: " ").filter { !$0.hasPrefix("@") }
        return Set(parts.flatMap { $0.split { !$0.isLetter } }.map(String.init))
    }
}
