extension ShareScan {
    private static let green = ShareScalar(value: 0x1F7E9)
    private static let failed = ShareScalar(value: 0x1F7E5)
    private static let cross = ShareScalar(value: 0x274C)
    private static let groupColours = Set<UInt32>([0x1F7E6, 0x1F7E8, 0x1F7E9, 0x1F7EA])
    private static let blue = ShareScalar(value: 0x1F535)
    private static let yellow = ShareScalar(value: 0x1F7E1)

    /// A row of one colour is a solved group; a mixed row is a mistake. Four groups or four mistakes end the game.
    mutating func matchGroups() -> Bool {
        let rows = rows(width: 4) { Self.groupColours.contains($0.value) }
        let solved = rows.filter { row in row.allSatisfy { $0 == row.first } }
        let mistakes = rows.count - solved.count
        let isSolved = solved.count == 4 && mistakes < game.maximum
        guard Set(solved.map(\.first)).count == solved.count,
            isSolved || (solved.count < 4 && mistakes == game.maximum)
        else { return false }
        found.score = mistakes
        found.isLost = !isSolved
        found.details.groupsSolved = solved.count
        found.setGrid(rows)
        return true
    }

    /// Lines of up to four emoji. A board with blue circles has exactly one yellow one.
    mutating func matchBulbs() -> Bool {
        var (cells, rows) = ([ShareScalar](), [[ShareScalar]]())
        while cells.count < 48, let row = pictureRow() {
            cells += row
            rows.append(row)
            let end = self
            guard nextLine(blankLines: 0) else {
                self = end
                break
            }
        }
        guard cells.count > 1 else { return false }
        if cells.contains(Self.blue), cells.count(where: { $0 == Self.yellow }) != 1 { return false }
        found.score = cells.count(where: \.isHint)
        found.grid = PuzzleGrid(rows)
        return true
    }

    /// The emoji of a line that contains nothing else, one scalar each.
    private mutating func pictureRow() -> [ShareScalar]? {
        let start = position
        skip(48) { $0.isPicture || $0 == .blank }
        let line = text[start..<position]
        var (cells, flags) = ([ShareScalar](), 0)
        for index in line.indices where text[index] != .blank {
            let isJoined = index > start && text[index - 1] == .joiner
            if text[index].isRegional { flags += 1 }
            guard !text[index].isPartOfPicture, !isJoined, !text[index].isRegional || flags % 2 == 1 else {
                continue
            }
            cells.append(text[index])
        }
        guard (1...4).contains(cells.count), next == nil || next == .lineBreak else {
            position = start
            return nil
        }
        return cells
    }

    mutating func matchBoards(_ count: Int) -> Bool {
        var boards: [Int] = []
        while boards.count < count {
            skipBlanks()
            if next == .lineBreak, !boards.isEmpty { _ = nextLine(blankLines: 0) }
            guard let board = board() else { return false }
            boards.append(board)
        }
        found.details.boards = boards
        found.isLost = boards.contains(0)
        return true
    }

    /// `5️⃣`, `🔟`, `🕚`, or a red square for an unsolved board. Clock emoji mean 11, 12 and, at one o'clock, 13.
    private mutating func board() -> Int? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar.value {
        case Self.failed.value: return 0
        case 0x1F51F: return 10
        case 0x1F550: return 13
        case 0x1F55A, 0x1F55B: return Int(scalar.value - 0x1F55A) + 11
        default:
            guard let digit = scalar.digit, digit > 0, next == .keycap else { return nil }
            position += 1
            return digit
        }
    }

    mutating func matchTrack(_ length: Int) -> Bool {
        var cells: [ShareScalar] = []
        while cells.count < length {
            skipBlanks()
            guard let next, next.isCell else { break }
            cells.append(next)
            position += 1
        }
        found.grid = PuzzleGrid([cells])
        if let place = cells.firstIndex(of: Self.green) {
            found.score = place + 1
            return true
        }
        found.isLost = cells.count == length || cells.last == Self.cross
        return found.isLost
    }

    mutating func matchTally() -> Bool {
        var count = 0
        while count < 300 {
            let cells = skip(300) { $0.isCell }
            count += cells
            guard cells > 0, next == .lineBreak, nextLine(blankLines: 0) else { break }
        }
        found.tally = count
        return count > 0
    }
}
