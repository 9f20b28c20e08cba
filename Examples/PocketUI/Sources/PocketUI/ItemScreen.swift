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
        StoreList(comments, empty: "No comments yet.") {
            ForEach(comments.items) { comment in
                CommentRow(comment: comment, isSending: comments.isSending(comment.id))
                    .swipeActions {
                        if comment.author?.relationship == .me {
                            Button("Delete", role: .destructive) {
                                Task { try await comments.delete(comment.id) }
                            }
                        }
                    }
                    .onTapGesture(count: 2) { Task { try await comments.toggleHeart(of: comment.id) } }
            }
        }
        .navigationTitle(item.title)
        .safeAreaInset(edge: .top) { ItemCard(item: item).padding() }
        .toolbar {
            ToolbarItem(placement: .bottomBar) {
                TextField("Comment", text: $text).onSubmit(post)
            }
        }
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

private struct CommentRow: View {
    let comment: Comment
    let isSending: Bool

    var body: some View {
        VStack(alignment: .leading) {
            Text(comment.author?.displayName ?? "").font(.headline)
            Text(comment.isDeleted ? "Deleted" : comment.text)
            if comment.heartCount > 0 { Text("\(comment.heartCount) ♥").font(.caption) }
        }
        .padding(.leading, comment.parent == nil ? 0 : 24)
        .opacity(isSending ? 0.5 : 1)
    }
}
