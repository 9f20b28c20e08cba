import Paceline
import Testing

@Suite struct WorkoutPatternTests {
    private static let halfMinute = ClockTime("0:30")!
    private static let minute = ClockTime("1:00")!

    @Test(
        arguments: [
            ("2000m", .single(.distance(2_000))),
            ("0:30", .single(.time(halfMinute))),
            ("21c", .single(.calories(21))),
            ("10x0:30/1:00r", .intervals(count: 10, .time(halfMinute), rest: .time(minute))),
            ("4x500m/r", .intervals(count: 4, .distance(500), rest: .undefined)),
            ("4x500m", .intervals(count: 4, .distance(500), rest: nil)),
            ("6x15c/1:00r", .intervals(count: 6, .calories(15), rest: .time(minute))),
            ("v2000m/1:00r...3", .variable(count: 3, first: .distance(2_000), rest: .time(minute))),
            ("v1:00/r...15", .variable(count: 15, first: .time(minute), rest: .undefined)),
            ("Just row", .other("Just row")),
            ("", .other("")),
        ] as [(String, WorkoutPattern)])
    func `a description parses and prints unchanged`(text: String, pattern: WorkoutPattern) {
        #expect(WorkoutPattern(text) == pattern)
        #expect(pattern.description == text)
    }

    @Test(arguments: [
        ("1,000m", "1000m"), ("50 cal", "50c"), ("50cal", "50c"), (" 2000m ", "2000m"), ("2000M", "2000m"),
        ("4x1,500m/1:00r", "4x1500m/1:00r"), ("90:00", "1:30:00"), ("v10,000m/r...2", "v10000m/r...2"),
        ("easy, then hard", "easy, then hard"), ("10,x", "10,x"), ("5k", "5000m"), ("21 km", "21000m"),
        ("30 min", "30:00"), ("90min", "1:30:00"), ("4 × 500 m / 2:00r", "4x500m/2:00r"), ("8X1k", "8x1000m"),
        ("21.1k", "21100m"), ("21,1 km", "21100m"), ("42.195km", "42195m"),
        ("5,000k", "5000000m"), ("3x10min", "3x10:00"), ("3 x 10' / 2'", "3x10:00/2:00r"),
        ("10x30s/30s", "10x0:30/0:30r"), ("8x400m/90s r", "8x400m/1:30r"), ("4x500m/1:00", "4x500m/1:00r"),
        ("8x400m r90s", "8x400m/1:30r"), ("8x400m  R 90 s", "8x400m/1:30r"), ("4*500m r", "4x500m/r"),
        ("4x500m/2:00R", "4x500m/2:00r"), ("50 kcal", "50c"),
        ("6x2min/1 min r", "6x2:00/1:00r"), ("12 × 20″/40″", "12x0:20/0:40r"),
        ("2x2.5k/3:00r", "2x2500m/3:00r"),
    ])
    func `other spellings are normalised`(text: String, printed: String) {
        #expect(WorkoutPattern(text).description == printed)
        #expect(WorkoutPattern(printed).description == printed)
    }

    @Test(arguments: [
        "0x500m/1:00r", "1001x500m", "-2x500m", "x500m", "v500m", "v500m/1:00r...", "v500m/1:00r...0",
        "80s", "24h", "5'", "21.0975k", "4x500m/", "4x500m/1", "4x500m/2k", "4x500m/rr", "4x500m rest",
        "500m r1:00",
        "4x500m/1:60r", "4xm/1:00r", "k", "99999k", "999999999min", "5.5.5k", "5.k", ".5k", "5.5m", "5kg",
        "×",
        "500", "m", "99999999999m", "4x500m/1:00r...", "v...3", "٥m", "1,00m", "1,0000m", "1.5min",
    ])
    func `near misses are kept as text`(text: String) {
        #expect(WorkoutPattern(text) == .other(text))
    }
}

@Suite struct SpokenNameTests {
    @Test(arguments: [
        ("4x500m/2:00r", "4 × 500 m"), ("3x10:00/2:00r", "3 × 10 min"), ("10x0:30/r", "10 × 30 s"),
        ("5x1:30", "5 × 1:30"), ("8x1000m", "8 × 1000 m"), ("2x10000m", "2 × 10 km"),
        ("1x500m/1:00r", "500 m"),
        ("5000m", "5k"), ("500m", "500 m"), ("1250m", "1250 m"), ("21.1k", "21.1k"), ("21097m", "21097 m"),
        ("30:00", "30 min"), ("1:00:00", "60 min"),
        ("12:34.5", "12:34.5"), ("0:30", "30 s"), ("50c", "50 kcal"),
    ])
    func `a pattern is named as athletes say it`(text: String, spoken: String) {
        #expect(WorkoutPattern(text).spokenName == spoken)
    }

    @Test(arguments: ["v2000m/1:00r...3", "Just row", "", "Evening run, 5k"])
    func `other titles are kept`(title: String) {
        #expect(WorkoutPattern(title).spokenName == nil)
    }

    @Test(arguments: [
        "4 × 500 m", "3 × 10 min", "10 × 30 s", "5 × 1:30", "2 × 10 km", "5k", "21.1k", "500 m", "30 min",
        "1250 m", "50 kcal",
    ])
    func `a spoken name is read back`(spoken: String) {
        #expect(WorkoutPattern(spoken).spokenName == spoken)
    }
}

@Suite struct WorkoutPatternIntervalsTests {
    @Test func `identical pieces that match the totals get their length and rest`() {
        let intervals = WorkoutPattern("3x500m/1:00r").intervals(duration: 330, distance: 1_500)
        #expect(intervals == (0..<3).map { Interval(index: $0, distance: 500, restDuration: 60) })
    }

    @Test func `timed pieces get their time`() {
        let intervals = WorkoutPattern("2x4:00/r").intervals(duration: 480.1, distance: 2_100)
        #expect(intervals == (0..<2).map { Interval(index: $0, duration: 240) })
    }

    @Test func `a plan that contradicts the totals is not used as a measurement`() {
        let intervals = WorkoutPattern("3x500m/1:00r").intervals(duration: 300, distance: 1_320)
        #expect(intervals == (0..<3).map { Interval(index: $0, restDuration: 60) })
    }

    @Test func `for different pieces only the first is known`() {
        let intervals = WorkoutPattern("v2000m/3:00r...3").intervals(duration: 882, distance: 6_000)
        #expect(
            intervals == [
                Interval(index: 0, distance: 2_000, restDuration: 180), Interval(index: 1),
                Interval(index: 2),
            ])
    }

    @Test func `a single interval is the whole workout`() {
        let intervals = WorkoutPattern("1x500m/1:00r").intervals(duration: 98.7, distance: 500)
        #expect(intervals == [Interval(index: 0, duration: 98.7, distance: 500, restDuration: 60)])
    }

    @Test(arguments: ["2000m", "30:00", "21c", "Just row"])
    func `a single piece has no intervals`(text: String) {
        #expect(WorkoutPattern(text).intervals(duration: 1_800, distance: 2_000).isEmpty)
    }

    @Test func `calorie pieces get a rest but no length`() {
        let intervals = WorkoutPattern("2x15c/1:00r").intervals(duration: 120, distance: 500)
        #expect(intervals == (0..<2).map { Interval(index: $0, restDuration: 60) })
    }
}
