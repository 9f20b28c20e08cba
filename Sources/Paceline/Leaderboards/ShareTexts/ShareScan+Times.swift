extension ShareScan {
    /// Matches `0:58`, `15:05` and `1:02:03`, but not `0:58:1` or `3:5`.
    mutating func matchTime() -> Bool {
        guard let first = number(), first < 1_000, let second = colonPair() else { return false }
        var seconds = first * 60 + second
        if let third = colonPair() { seconds = seconds * 60 + third }
        guard next != ShareScalar(":"), next?.digit == nil else { return false }
        found.score = seconds
        return true
    }

    /// Matches a colon and two digits below sixty.
    private mutating func colonPair() -> Int? {
        guard next == ShareScalar(":"), let tens = ahead(1)?.digit, tens < 6, let ones = ahead(2)?.digit,
            ahead(3)?.digit == nil
        else { return nil }
        position += 3
        return tens * 10 + ones
    }

    mutating func matchDate(_ style: ShareDateStyle) -> Bool {
        let day: Day?
        switch style {
        case .named: day = namedDate()
        case .dmy: day = numericDate().flatMap { Self.day(year: $0.2, month: $0.1, day: $0.0) }
        case .mdy: day = numericDate().flatMap { Self.day(year: $0.2, month: $0.0, day: $0.1) }
        case .ymd: day = numericDate().flatMap { Self.day(year: $0.0, month: $0.1, day: $0.2) }
        }
        found.printedDay = day
        return day != nil
    }

    /// Matches three numbers with the same separator between them.
    private mutating func numericDate() -> (Int, Int, Int)? {
        guard let first = number(), let sign = next, Self.dateSigns.contains(sign) else { return nil }
        position += 1
        guard let second = number(), next == sign else { return nil }
        position += 1
        guard let third = number() else { return nil }
        return (first, second, third)
    }

    /// Matches `Mar 30, 2024`, with the month's full name or at least its first three letters.
    private mutating func namedDate() -> Day? {
        var name = ""
        while name.count < 9, let letter = next?.folded, (0x61...0x7A).contains(letter.value) {
            name.unicodeScalars.append(contentsOf: Unicode.Scalar(letter.value).map { [$0] } ?? [])
            position += 1
        }
        guard name.count >= 3, let month = Self.months.firstIndex(where: { $0.hasPrefix(name) }) else {
            return nil
        }
        skip(2) { $0 == .blank || $0 == ShareScalar(".") }
        guard let day = number() else { return nil }
        skip(2) { $0 == .blank || $0 == ShareScalar(",") }
        return number().flatMap { Self.day(year: $0, month: month + 1, day: day) }
    }

    private static func day(year: Int, month: Int, day: Int) -> Day? {
        guard (2000...2100).contains(year), month < 100, day < 100 else { return nil }
        return Day(number: year * 10_000 + month * 100 + day)
    }

    private static let dateSigns = Set("./-".unicodeScalars.map { ShareScalar($0) })

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
    ]
}
