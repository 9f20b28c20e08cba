import PacelineLocal
import SwiftUI

/// Notifications, with a button that marks all as read.
struct InboxScreen: View {
    @Environment(SocialModel.self) private var model

    var body: some View {
        StoreList(store: model.inbox, empty: "Nothing new.") {
            ForEach(model.inbox.items) { notification in
                VStack(alignment: .leading) {
                    Text(notification.sentence).bold(!notification.isRead)
                    Text(notification.at, format: .relative(presentation: .named)).font(.caption)
                }
            }
        }
        .navigationTitle("Inbox")
        .toolbar { Button("Mark all as read") { Task { try await model.inbox.markAllRead() } } }
    }
}
