import Paceline
import Testing

@Suite struct ClockTimeTests {
    @Test(arguments: [
        ("0:30", 30, "0:30"), ("4:31.9", 271.9, "4:31.9"), ("1:02:03.4", 3_723.4, "1:02:03.4"),
        ("30:57.5", 1_857.5, "30:57.5"), ("90:00", 5_400, "1:30:00"), ("5:00.0", 300, "5:00"),
        ("0:00", 0, "0:00"),
    ])
    func `a time parses and prints in its shortest form`(text: String, seconds: Double, printed: String)
        throws
    {
        let time = try #require(ClockTime(text))
        #expect(time.seconds == seconds)
        #expect(time.description == printed)
        #expect(ClockTime(printed) == time)
        #expect(ClockTime(seconds: seconds) == time)
    }

    @Test(arguments: [
        "", ":", "30", "1:2", "1:60", "1:60:00", "-1:00", "1:00.", "1:00.25", "1:00:00:00", " 1:00", "a:00",
        "12345:00",
        "١:٠٠", "1:00,5",
    ])
    func `malformed times are rejected`(text: String) {
        #expect(ClockTime(text) == nil)
    }

    @Test(arguments: [-0.1, .nan, .infinity, 1e12])
    func `seconds out of range are rejected`(seconds: Double) {
        #expect(ClockTime(seconds: seconds) == nil)
    }
}
