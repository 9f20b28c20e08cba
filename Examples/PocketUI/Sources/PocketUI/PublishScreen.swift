import PacelineLocal
import SwiftUI

/// A form for a workout that was not recorded.
struct PublishScreen: View {
    @Environment(SocialModel.self) private var model
    @Environment(\.dismiss) private var dismiss
    @State private var title = ""
    @State private var type = WorkoutType.running
    @State private var minutes = 30
    @State private var visibility = ItemVisibility.friends
    @State private var problem: String?
    /// One for the whole form, so that a second tap does not publish twice.
    @State private var id = Workout.ID(UUID())

    var body: some View {
        NavigationStack {
            Form {
                TextField("Title", text: $title)
                Picker("Sport", selection: $type) {
                    ForEach([WorkoutType.running, .cycling, .rowing, .strength], id: \.self) {
                        Text($0.rawValue.capitalized).tag($0)
                    }
                }
                Stepper("\(minutes) minutes", value: $minutes, in: 1...600)
                Picker("Visible to", selection: $visibility) {
                    Text("Only me").tag(ItemVisibility.private)
                    Text("Friends").tag(ItemVisibility.friends)
                    Text("Everyone").tag(ItemVisibility.public)
                }
                if let problem { Text(problem).foregroundStyle(.red) }
            }
            .navigationTitle("Publish")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Publish") { Task { await publish() } }.disabled(title.isEmpty)
                }
            }
        }
    }

    private func publish() async {
        let duration = Double(minutes) * 60
        let draft = WorkoutDraft(
            type: type, title: title, startedAt: .now - duration, duration: duration, visibility: visibility)
        do {
            _ = try await model.services.publish(draft, as: id, ifMatch: nil)
            await model.feed.refresh()
            dismiss()
        } catch {
            problem = error.localizedDescription
        }
    }
}
