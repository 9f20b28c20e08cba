import PacelineLocal
import SwiftUI

/// An item with its comments.
struct ItemScreen: View {
    let item: FeedItem
    @State private var comments: Comments
    @State private var text = ""

    init(_ item: FeedItem, services: any SocialServices) {
        self.item = item
        _comments = State(initialValue: Comments(services, on: item.id))
    }

    var body: some View {
        StoreList(store: comments, empty: "No comments yet.") {
            ForEach(comments.items) { comment in
                VStack(alignment: .leading) {
                    Text(comment.author?.displayName ?? "").font(.headline)
                    Text(comment.isDeleted ? "Deleted" : comment.text)
                    if comment.heartCount > 0 { Text("\(comment.heartCount) ♥").font(.caption) }
                }
                .padding(.leading, comment.parent == nil ? 0 : 24)
                .opacity(comments.isSending(comment.id) ? 0.5 : 1)
                .onTapGesture(count: 2) { Task { try await comments.toggleHeart(of: comment.id) } }
            }
        }
        .navigationTitle(item.title)
        .safeAreaInset(edge: .top) { ItemCard(item: item).padding() }
        .safeAreaInset(edge: .bottom) { TextField("Comment", text: $text).onSubmit(post).padding() }
    }

    private func post() {
        let sent = text
        text = ""
        Task {
            do {
                try await comments.post(sent)
            } catch {
                // The alert says why. The person can correct the text.
                text = sent
            }
        }
    }
}
