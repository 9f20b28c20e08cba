import Foundation
import Observation
import PacelineLocal
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// A screen's model. It works with any implementation of the services, a server or a preview.
@Observable @MainActor final class FeedModel {
    private let services: any SocialServices
    private(set) var items: [FeedItem] = []
    private(set) var games: [Game.ID: Game] = [:]
    private(set) var problem: String?

    init(_ services: any SocialServices) {
        self.services = services
    }

    func load() async {
        do {
            games = try await Dictionary(uniqueKeysWithValues: services.games().map { ($0.id, $0) })
            items = try await services.feed(FeedQuery(), PageRequest()).items
            problem = nil
        } catch is CancellationError {
            // The person left the screen.
        } catch {
            problem = (error as? SocialError)?.message ?? "Something went wrong."
        }
    }

    static func preview() async throws -> FeedModel {
        let community = try await LocalCommunity.preview(now: .now)
        return FeedModel(try await community.session(named: LocalCommunity.Preview.username))
    }
}

#if canImport(SwiftUI)
    struct FeedView: View {
        let model: FeedModel

        var body: some View {
            List(model.items) { item in
                VStack(alignment: .leading) {
                    Text(item.author.displayName).font(.headline)
                    Text(title(of: item, games: model.games) ?? "")
                    Text(item.at, format: .relative(presentation: .named)).font(.caption)
                }
            }
            .task { await model.load() }
        }
    }

    #Preview {
        @Previewable @State var model: FeedModel?
        ZStack {
            if let model { FeedView(model: model) }
        }
        .task { model = try? await FeedModel.preview() }
    }
#endif

@Suite("Snippets: previewing") struct PreviewingTests {
    @Test("A model shows the preview's feed")
    @MainActor func loading() async throws {
        let model = try await FeedModel.preview()
        await model.load()
        #expect(model.problem == nil)
        #expect(model.items.count == 20)
        #expect(Set(model.items.map(\.author.username)).isSuperset(of: ["maya", "ben", "chiara"]))
        #expect(model.items.allSatisfy { title(of: $0, games: model.games)?.isEmpty == false })
    }

    @Test("Leaving the screen while it loads is not a problem to show")
    @MainActor func leaving() async throws {
        let model = try await FeedModel.preview()
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await model.load()
        }.value
        #expect(model.problem == nil)
        #expect(model.items.isEmpty)
    }
}
