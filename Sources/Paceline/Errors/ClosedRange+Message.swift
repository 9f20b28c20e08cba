extension ClosedRange {
    /// The accepted values as in error messages: `0.0...10.5` is "0 to 10.5".
    package var message: String { "\(Self.text(lowerBound)) to \(Self.text(upperBound))" }

    private static func text(_ bound: Bound) -> String {
        let text = "\(bound)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
