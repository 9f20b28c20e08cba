/// A Concept2 season export with rows of 2000 m.
enum Season {
    private static let header = """
        "ID","Date","Description","Work Time (Formatted)","Work Time (Seconds)","Rest Time (Formatted)",\
        "Rest Time (Seconds)","Work Distance","Rest Distance","Stroke Rate/Cadence","Stroke Count","Pace","Avg Watts",\
        "Cal/Hour","Total Cal","Avg Heart Rate","Drag Factor","Age","Weight","Type","Ranked","Comments"
        """

    /// - Parameters:
    ///   - count: the number of valid rows, one per day.
    ///   - hasBadRow: whether the first row has an invalid date.
    static func csv(count: Int, hasBadRow: Bool = false) -> String {
        let bad = hasBadRow ? [row(id: 999_999, date: "soon", tenths: 4_200)] : []
        let good = (0..<count).map { number in
            row(id: 1_000 + number, date: date(number), tenths: 4_200 + number % 100)
        }
        return ([header] + bad + good).joined(separator: "\n") + "\n"
    }

    private static func date(_ number: Int) -> String {
        let (month, day) = (number / 28 % 12 + 1, number % 28 + 1)
        return "\(2020 + number / 336)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day) 07:00:00"
    }

    private static func row(id: Int, date: String, tenths: Int) -> String {
        let time = "\(tenths / 600):\(tenths / 10 % 60 < 10 ? "0" : "")\(tenths / 10 % 60).\(tenths % 10)"
        return """
            "\(id)","\(date)","2000m row","\"\"\(time)\"\"","\(tenths / 10).\(tenths % 10)","","","2000","","30",\
            "210","1:45.0","302","1340","156","178","118","38","Hwt","Indoor Rower","No",""
            """
    }
}
