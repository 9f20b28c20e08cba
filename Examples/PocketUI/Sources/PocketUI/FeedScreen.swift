import PacelineLocal
import SwiftUI

/// The newest items of the person and of those whom they follow.
struct FeedScreen: View {
    @Environment(SocialModel.self) private var model
    @State private var isPublishing = false

    var body: some View {
        StoreList(store: model.feed, empty: "Follow people to see what they do.") {
            ForEach(model.feed.items) { item in
                NavigationLink {
                    ItemScreen(item, services: model.services)
                } label: {
                    ItemCard(item: item)
                }
                .swipeActions(edge: .leading) {
                    Button("Kudos") { Task { try await model.feed.toggleKudos(of: item.id) } }
                }
            }
        }
        .navigationTitle("Feed")
        .toolbar { Button("Publish", systemImage: "plus") { isPublishing = true } }
        .sheet(isPresented: $isPublishing) { PublishScreen() }
    }
}

struct ItemCard: View {
    let item: FeedItem

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack {
                Text(item.author.displayName).font(.headline)
                Spacer()
                Text(item.at, format: .relative(presentation: .named)).font(.caption)
            }
            Text(item.title)
            HStack {
                Label("\(item.kudosCount)", systemImage: item.hasKudos ? "hands.clap.fill" : "hands.clap")
                Label("\(item.commentCount)", systemImage: "text.bubble")
            }
            .font(.caption)
        }
    }
}

extension FeedItem {
    var title: String {
        switch content {
        case .workout(let workout): workout.spokenTitle
        case .score(let score): "\(score.game): \(score.metric)"
        case .levelUp(let levelUp): "Reached level \(levelUp.level)"
        case .achievement(let achievement), .milestone(let achievement): "Earned “\(achievement.name)”"
        case .unknown(let kind): kind
        }
    }
}
