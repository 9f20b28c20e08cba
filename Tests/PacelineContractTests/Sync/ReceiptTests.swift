import Foundation
import Paceline
import PacelineAPI
import PacelineDatabase
import Testing

@testable import PacelineEngine

@Suite("Receipts of commands")
struct ReceiptTests {
    @Test(
        "acknowledged answers are dropped, and the commands still run once", .world,
        arguments: Implementation.allCases)
    func acknowledging(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ben.publishes()
        var queue = CommandQueue(of: ana)
        try queue.addComment("One", on: workout)
        try queue.add(API.unfriend, PersonPath(ben.reference))
        let earlier = queue
        try await queue.sync()
        #expect(try await world.rows(of: "receipts WHERE answer IS NOT NULL") == 2)
        #expect(try await earlier.send().results.last?.problem?.code == .notFriends)
        // Without commands, too.
        #expect(queue.commands.isEmpty && queue.acknowledged == 2)
        try await queue.send()
        #expect(try await world.rows(of: "receipts WHERE answer IS NOT NULL") == 0)
        let late = try await earlier.send()
        #expect(late.outcomes == ["1 201", "2 403"])
        #expect(late.results.allSatisfy { $0.body == nil && $0.problem == nil })
        try queue.addComment("Two", on: workout)
        #expect(try await queue.sync().outcomes == ["3 201"])
        #expect(try await ben.commentTexts(on: workout).sorted() == ["One", "Two"])
    }

    @Test("an old token is refused before any command runs", .world, arguments: Implementation.allCases)
    func expired(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.sessionLifetime = 365 * 86_400 }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            var queue = CommandQueue(of: ana)
            try await queue.sync()
            world.clock.advance(days: 91)
            let workout = try await ben.publishes()
            try queue.addComment("Late", on: workout)
            await expectError(.changesExpired, field: "since") { try await queue.send() }
            #expect(try await ben.commentTexts(on: workout) == [])
            queue.token = ChangeToken("AAAA")
            await expectError(.invalidCursor, field: "since") { try await queue.send() }
            #expect(try await ben.commentTexts(on: workout) == [])
            queue.token = nil
            #expect(try await queue.send().outcomes == ["1 201"])
        }
    }

    @Test(
        "an answer is settled once the change feed includes the effects of the commands", .world,
        arguments: Implementation.allCases)
    func settling(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        var queue = CommandQueue(of: ana)
        let id = Workout.ID.random()
        try queue.addWorkout("2000m", as: id)
        #expect(try await queue.sync().isSettled)
        try queue.add(API.editWorkout, WorkoutPath(id), body: WorkoutChanges(title: "Morning"))
        try await world.damageEvents(of: id, after: "changedWorkout")
        let early = try await queue.sync()
        #expect(early.outcomes == ["2 200"])
        #expect(!early.isSettled && !early.changes.contains { $0.item?.workout?.title == "Morning" })
        try await world.repairEvents(of: id)
        world.clock.advance(by: 60)
        _ = try await world.engine.followLog()
        let later = try await queue.sync()
        #expect(later.isSettled)
        #expect(later.changes.contains { $0.item?.workout?.title == "Morning" })
    }

    @Test(
        "receipts expire after 90 days, and their device then needs a new id", .world,
        arguments: Implementation.allCases)
    func retention(_ implementation: Implementation) async throws {
        try await implementation.run(configuring: { $0.sessionLifetime = 365 * 86_400 }) { world in
            let (ana, ben) = try await world.people("ana", "ben")
            let workout = try await ben.publishes()
            var (used, idle) = (CommandQueue(of: ana), CommandQueue(of: ana))
            try used.addComment("One", on: workout)
            try idle.addComment("Two", on: workout)
            let lost = idle
            try await used.sync()
            try await idle.send()
            world.clock.advance(days: 60)
            // It only looks for changes, which counts as use.
            try await used.sync()
            _ = try await world.purgeExpired()
            #expect(try await world.rows(of: "receipts") == 2)
            world.clock.advance(days: 40)
            _ = try await world.purgeExpired()
            #expect(try await world.rows(of: "receipts") == 0)
            #expect(try await world.rows(of: "devices") == 1)
            try used.addComment("Three", on: workout)
            used.token = nil
            #expect(try await used.sync().outcomes == ["2 201"])
            try idle.addComment("Four", on: workout)
            idle.commands.removeFirst()
            await expectError(.deviceReused) { try await idle.send() }
            #expect(try await lost.services.comments(on: workout.id.item, .whole).items.count == 3)
        }
    }

    @Test(
        "a device that acknowledges nothing keeps a bounded number of answers and receipts", .world,
        arguments: Implementation.allCases)
    func bounds(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ben.publishes()
        var queue = CommandQueue(of: ana)
        for _ in 0..<100 { try queue.addKudos(workout) }
        let earlier = queue
        #expect(try await earlier.send().results.count == 100)
        let surplus = CommandReceipt.limit + 500
        try await world.addReceipts(101...surplus, of: queue.device, of: ana.id)
        queue.skip(to: surplus)
        try queue.addKudos(workout)
        let last = try #require(try await queue.send().results.first)
        #expect(last.number == surplus + 1 && last.body != nil)
        let answers = try await world.rows(of: "receipts WHERE answer IS NOT NULL")
        #expect(answers <= CommandReceipt.answerLimit + 1)
        #expect(try await world.rows(of: "receipts") == CommandReceipt.limit + 1)
        // Its last commands are still known, the dropped ones no longer.
        #expect(try await queue.send().results == [last])
        await expectError(.deviceReused) { try await earlier.send() }
    }

    @Test(
        "answers take little room, however long the details of the workouts are", .world,
        arguments: Implementation.allCases)
    func longAnswers(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let ana = try await world.person("ana")
        let draft = WorkoutDraft.sample(
            "Intervals", startedAt: TestClock.start.addingTimeInterval(-86_400), duration: 3_600,
            detail: WorkoutDetail(intervals: (0..<500).map { Interval(index: $0, duration: 7) }))
        var queue = CommandQueue(of: ana)
        let id = Workout.ID.random()
        try queue.add(API.publishWorkout, WorkoutPath(id), body: draft)
        let first = try #require(try await queue.send().results.first)
        #expect(try API.publishWorkout.output(of: first).workout.detail?.intervals == draft.detail?.intervals)
        // Sent again, since the answer was lost.
        let repeated = try #require(try await queue.send().results.first)
        let published = try API.publishWorkout.output(of: repeated)
        #expect(published.status == .created && published.workout.id == id)
        #expect(published.workout.detail == nil)
        #expect(try await ana.services.workout(id).detail?.intervals == draft.detail?.intervals)

        // Other answers that are long are kept for one request.
        try await world.addReceipts(2...150, of: queue.device, of: ana.id)
        queue.skip(to: 150)
        let future = WorkoutDraft.sample(startedAt: TestClock.start.addingTimeInterval(30 * 86_400))
        let batch = WorkoutBatch(
            workouts: (0..<IdentifiedDraft.batchLimit).map { _ in
                IdentifiedDraft(id: .random(), draft: future)
            })
        try queue.add(API.publishBatch, NoParameters(), body: batch)
        let rejected = try #require(try await queue.send().results.first)
        #expect(rejected.body.map { $0.byteCount > CommandReceipt.longAnswer } ?? false)
        #expect(try await queue.send().results == [rejected])
        #expect(
            try await world.rows(of: "receipts WHERE answer IS NOT NULL") == SyncRequest.commandLimit)
    }

    @Test(
        "a long answer drops all but the last hundred, however many the device has not acknowledged", .world,
        arguments: Implementation.allCases)
    func longAnswerAfterMany(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ben.publishes()
        var queue = CommandQueue(of: ana)
        try queue.addKudos(workout)
        _ = try await queue.send()
        // The most that a device can have before a request drops some.
        try await world.addReceipts(2...400, of: queue.device, of: ana.id)
        queue.skip(to: 400)
        for _ in 0..<99 { try queue.addKudos(workout) }
        let future = WorkoutDraft.sample(startedAt: TestClock.start.addingTimeInterval(30 * 86_400))
        let batch = WorkoutBatch(
            workouts: (0..<IdentifiedDraft.batchLimit).map { _ in
                IdentifiedDraft(id: .random(), draft: future)
            })
        try queue.add(API.publishBatch, NoParameters(), body: batch)
        let results = try await queue.send().results
        #expect(results.map(\.number) == Array(401...500))
        #expect(results.last?.body.map { $0.byteCount > CommandReceipt.longAnswer } ?? false)
        #expect(
            try await world.rows(of: "receipts WHERE answer IS NOT NULL") == SyncRequest.commandLimit)
        #expect(try await queue.send().results == results, "those of the last request are kept")
    }

    @Test("the twenty devices that were used last are kept", .world, arguments: Implementation.allCases)
    func devices(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let (ana, ben) = try await world.people("ana", "ben")
        let workout = try await ben.publishes()
        var queues: [CommandQueue] = []
        for _ in 0..<(CommandReceipt.deviceLimit + 5) {
            world.clock.tick()
            var queue = CommandQueue(of: ana)
            try queue.addKudos(workout)
            try await queue.send()
            queues.append(queue)
        }
        var other = CommandQueue(of: ben)
        try other.addKudos(workout)
        _ = try await other.send()
        #expect(try await world.rows(of: "devices") == CommandReceipt.deviceLimit + 1)
        #expect(try await world.rows(of: "receipts") == CommandReceipt.deviceLimit + 1)
        #expect(try await queues[5].send().outcomes == ["1 200"])
        try queues[4].addKudos(workout)
        queues[4].commands.removeFirst()
        await expectError(.deviceReused) { try await queues[4].send() }
    }

    @Test(
        "every queueable endpoint stores a receipt with its effect, and returns the same answer again",
        .world,
        arguments: Implementation.allCases)
    func everyEndpoint(_ implementation: Implementation) async throws {
        let world = try await World.current(on: implementation)
        let queue = try await QueueableScene(world).queue
        let queued = Set(try queue.commands.map { try EndpointCommands().match($0)?.endpoint.id ?? "" })
        #expect(queued == Set(AllEndpoints.all.filter(\.isQueueable).map(\.id)))
        // Without receipts, nothing of it happens.
        try await world.refuseReceipts(true)
        for command in queue.commands {
            var alone = queue
            alone.device = .random()
            alone.commands = [command]
            alone.commands[0].number = 1
            let result = try #require(try await alone.send().results.first)
            #expect(!CommandResult.isFinal(result.status) || result.status >= 400, "\(command.path)")
        }
        try await world.refuseReceipts(false)
        let first = try await queue.send()
        #expect(first.results.map(\.number) == queue.commands.map(\.number))
        #expect(first.results.allSatisfy { $0.status < 300 }, "\(first.outcomes)")
        let created = try #require(first.results.first { $0.number == 8 })
        #expect(try API.publishWorkout.output(of: created).status == .created)
        #expect(try await queue.send().results == first.results)
    }
}

extension World {
    /// Stores receipts, as if the device had sent as many commands.
    fileprivate func addReceipts(
        _ numbers: ClosedRange<Int>, of device: SyncDevice.ID, of person: Person.ID
    ) async throws {
        try await database.write { [now = clock.now] connection in
            for number in numbers {
                try connection.send(
                    """
                    INSERT INTO receipts (person, device, number, fingerprint, status, answer, at)
                    VALUES (\(person), \(device), \(number), \([0, 1] as [UInt8]), 200, '{}', \(now))
                    """)
            }
        }
    }

    /// Lets the database reject all new receipts, or none.
    fileprivate func refuseReceipts(_ isRefused: Bool) async throws {
        try await database.write { connection in
            let removal = connection.removal(of: "receipt_fault", on: "receipts")
            for statement in isRefused ? connection.receiptFaults : removal { try connection.send(statement) }
        }
    }

    /// Makes events of the workout that come from now on unreadable, as a fault of the log.
    fileprivate func damageEvents(of workout: Workout.ID, after kind: String) async throws {
        try await database.write { connection in
            for statement in connection.faults(of: workout, kind) { try connection.send(statement) }
        }
    }

    fileprivate func repairEvents(of workout: Workout.ID) async throws {
        try await database.write { connection in
            for statement in connection.removal(of: "event_fault", on: "events") {
                try connection.send(statement)
            }
            try connection.send("UPDATE events SET reach = 3 WHERE subject = \(workout) AND reach = 99")
            connection.notifyListeners()
        }
    }
}

extension Connection {
    /// A trigger that stores an unknown visibility.
    fileprivate func faults(of workout: Workout.ID, _ kind: String) -> [SQL] {
        let id = workout.uuid.uuidString.replacing("-", with: "").lowercased()
        return switch dialect {
        case .sqlite:
            [
                """
                CREATE TRIGGER event_fault AFTER INSERT ON events
                WHEN lower(hex(NEW.subject)) = '\(raw: id)' AND NEW.kind = '\(raw: kind)'
                BEGIN UPDATE events SET reach = 99 WHERE sequence = NEW.sequence; END
                """
            ]
        case .postgres:
            [
                """
                CREATE FUNCTION event_fault() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF NEW.subject::text LIKE '%\(raw: id)' AND NEW.kind = '\(raw: kind)' THEN
                        NEW.reach := 99;
                    END IF;
                    RETURN NEW;
                END $$
                """,
                "CREATE TRIGGER event_fault BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION event_fault()",
            ]
        }
    }

    /// A trigger that fails for each new receipt.
    fileprivate var receiptFaults: [SQL] {
        switch dialect {
        case .sqlite:
            [
                """
                CREATE TRIGGER receipt_fault BEFORE INSERT ON receipts
                BEGIN INSERT INTO secrets (name, value) VALUES (NULL, NULL); END
                """
            ]
        case .postgres:
            [
                """
                CREATE FUNCTION receipt_fault() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'no receipts'; END $$
                """,
                """
                CREATE TRIGGER receipt_fault BEFORE INSERT ON receipts
                FOR EACH ROW EXECUTE FUNCTION receipt_fault()
                """,
            ]
        }
    }

    fileprivate func removal(of trigger: String, on table: String) -> [SQL] {
        dialect == .sqlite
            ? ["DROP TRIGGER \(raw: trigger)"] : ["DROP TRIGGER \(raw: trigger) ON \(raw: table)"]
    }
}
