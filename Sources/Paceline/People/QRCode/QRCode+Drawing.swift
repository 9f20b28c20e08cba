extension QRCode {
    /// Light modules that must surround the code on each side.
    public static let quietZone = 4

    /// The code as an SVG document with one path: a unit a module, scaled by whoever shows it.
    public var svg: String {
        let side = size + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)"/></svg>
            """
    }

    /// One rectangle for each run of dark modules in a row.
    private var path: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let length = (x..<size).prefix { self[$0, y] }.count
                if length > 0 {
                    path += "M\(x + Self.quietZone) \(y + Self.quietZone)h\(length)v1h-\(length)z"
                }
                x += max(length, 1)
            }
        }
        return path
    }

    /// The code for a terminal of light letters on a dark ground: two rows of modules in a line, light ones drawn.
    public var text: String {
        let places = -Self.quietZone..<size + Self.quietZone
        let lines = stride(from: places.lowerBound, to: places.upperBound, by: 2).map { y in
            String(places.map { x in Self.halves(top: self[x, y], bottom: self[x, y + 1]) })
        }
        return lines.joined(separator: "\n")
    }

    private static func halves(top isTopDark: Bool, bottom isBottomDark: Bool) -> Character {
        switch (isTopDark, isBottomDark) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
    }
}
