import Paceline
import PacelineDatabase

extension Session {
    public func settings() async throws -> Settings {
        try await read(as: .account) { try $0.account().settings }
    }

    public func update(_ changes: SettingsChanges) async throws -> Settings {
        try await write(as: .account) { transaction in
            let age: Age? = try transaction.isChild(transaction.viewer.id) ? .child : nil
            let old = try transaction.account().settings
            let settings = try changes.applied(to: old, age: age)
            try transaction.connection.save(settings, of: transaction.viewer.id)
            if settings.showOnLeaderboards != old.showOnLeaderboards {
                try transaction.connection.remakeStandings(of: transaction.viewer.id)
            }
            try transaction.connection.touch(transaction.viewer.id, at: transaction.now)
            let me = transaction.viewer.id.uuid
            let isPublic = settings.showWorkoutStats != old.showWorkoutStats
            try transaction.log(isPublic ? .changedPublicSettings : .changedSettings, me)
            return settings
        }
    }
}
