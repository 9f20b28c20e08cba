extension QRCode {
    /// The light border that readers need, in modules on each side.
    public static let quietZone = 4

    /// The code as an SVG document, one unit per module.
    public var svg: String {
        let side = size + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)"/></svg>
            """
    }

    /// One rectangle per run of dark modules in a row.
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

    /// The code for terminals with light text on a dark background: each line draws the light modules of two rows.
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
