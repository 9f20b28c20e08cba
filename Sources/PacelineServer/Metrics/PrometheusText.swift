/// The identity of one time series: the metric's name and its labels.
struct Series: Hashable {
    let name: String
    let labelNames: [String]
    let labelValues: [String]

    init(name: String, labels: [(String, String)]) {
        self.name = name
        labelNames = labels.map(\.0)
        labelValues = labels.map(\.1)
    }

    /// The name, with characters that Prometheus does not allow replaced by `_`.
    var prometheusName: String { Self.cleaned(name) }

    /// `operation="feed",status="200"`.
    var prometheusLabels: String {
        zip(labelNames, labelValues)
            .map { "\(Self.cleaned($0))=\"\(Self.escaped($1))\"" }
            .joined(separator: ",")
    }

    private static func cleaned(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == ":" ? $0 : "_" })
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n", "\r\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}

/// Writes metrics in the Prometheus text format 0.0.4.
struct PrometheusText {
    private(set) var text = ""

    mutating func begin(_ name: String, _ kind: String, help: String?) {
        if let help { text += "# HELP \(name) \(help)\n" }
        text += "# TYPE \(name) \(kind)\n"
    }

    mutating func sample(_ name: String, labels: String, _ value: some CustomStringConvertible) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }
}
