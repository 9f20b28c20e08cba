import Foundation
import Testing

@testable import PacelineWeb

/// Checks the values of the site's templates while tests open its pages. Mustache renders nothing for a missing
/// value; here it is an error.
struct TemplateChecker: Sendable {
    /// A use of a name in a template.
    private indirect enum Tag {
        case value(String)
        case section(String, isInverted: Bool, [Tag])
        case partial(String)
        /// A partial whose name is a value.
        case chosenPartial(String)
    }

    /// A template that can't be parsed.
    struct Unreadable: Error {
        let tag: String
    }

    private let templates: [String: [Tag]]

    /// The watch for all templates of the site.
    static let site = Result { try TemplateChecker(ShippedTemplates.markup.get()) }

    /// - Parameter sources: the markup by template name.
    init(_ sources: [String: String]) throws {
        templates = try sources.mapValues { source in
            var rest = Self.names(in: source)[...]
            return try Self.tags(&rest, until: nil)
        }
    }

    /// Records an issue for each name that the template uses and the view lacks.
    func check(_ template: String, _ view: View) {
        for flaw in flaws(of: template, [view]).sorted() { Issue.record("\(flaw)") }
    }

    /// The missing names, each after the name of its template.
    func flaws(of template: String, _ views: [View]) -> Set<String> {
        guard let tags = templates[template] else { return ["there is no template \(template)"] }
        return flaws(of: tags, in: template, views)
    }

    private func flaws(of tags: [Tag], in template: String, _ views: [View]) -> Set<String> {
        tags.reduce(into: []) { found, tag in
            switch tag {
            case .value(let name):
                if value(name, views) == nil { found.insert("\(template) names \(name)") }
            case .partial(let name): found.formUnion(flaws(of: name, views))
            case .chosenPartial(let name):
                guard case .template(let partial) = value(name, views) else {
                    found.insert("\(template) names \(name)")
                    return
                }
                found.formUnion(flaws(of: partial, views))
            case .section(let name, let isInverted, let inner):
                guard let value = value(name, views) else {
                    found.insert("\(template) names \(name)")
                    return
                }
                for shown in isInverted ? Self.stacks(without: value, views) : Self.stacks(of: value, views) {
                    found.formUnion(flaws(of: inner, in: template, shown))
                }
            }
        }
    }

    /// The value of the name in the innermost view that has it.
    private func value(_ name: String, _ views: [View]) -> ViewValue? {
        views.reversed().lazy.compactMap { $0[name] }.first
    }

    /// The views for each rendering of a section, one per element of a list.
    private static func stacks(of value: ViewValue, _ views: [View]) -> [[View]] {
        switch value {
        case .text, .options, .template, .flag(true): [views]
        case .flag(false), .nothing: []
        case .view(let view): [views + [view]]
        case .list(let list): list.map { views + [$0] }
        }
    }

    private static func stacks(without value: ViewValue, _ views: [View]) -> [[View]] {
        stacks(of: value, views).isEmpty ? [views] : []
    }
}

extension TemplateChecker {
    /// The tags of a template, without texts, assets and comments.
    private static func names(in source: String) -> [String] {
        source.split(separator: "{{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            let tag = part.prefix { $0 != "}" }.drop { $0 == "{" }
            return ["t.", "a.", "!"].contains { tag.hasPrefix($0) } ? nil : String(tag)
        }
    }

    private static func tags(_ rest: inout ArraySlice<String>, until end: String?) throws -> [Tag] {
        var tags: [Tag] = []
        while let tag = rest.popFirst() {
            let name = String(tag.dropFirst())
            switch tag.first {
            case "/" where name == end: return tags
            case "#", "^":
                tags.append(.section(name, isInverted: tag.first == "^", try Self.tags(&rest, until: name)))
            case ">" where name.hasPrefix("*"): tags.append(.chosenPartial(String(name.dropFirst())))
            case ">": tags.append(.partial(name))
            case .some(let first) where first.isLetter: tags.append(.value(tag))
            default: throw Unreadable(tag: tag)
            }
        }
        guard end == nil else { throw Unreadable(tag: end ?? "") }
        return tags
    }
}

@Suite("Watching templates") struct TemplateWatchTests {
    private let watch = Result {
        try TemplateChecker([
            "page": "{{title}}{{#items}}{{name}}{{title}}{{>part}}{{/items}}{{^items}}{{none}}{{/items}}",
            "choice": "{{>*part}}",
            "part": "{{t.site.name}}{{! a comment }}{{#isOn}}{{{markup}}}{{/isOn}}",
        ])
    }

    @Test("A name is missing when neither the innermost view nor one around it has it")
    func missing() throws {
        let view: View = [
            "title": "T", "items": .list([["name": "a", "isOn": true], ["isOn": false], ["name": "c"]]),
        ]
        #expect(
            try watch.get().flaws(of: "page", [view])
                == ["page names name", "part names isOn", "part names markup"])
    }

    @Test("What is not shown is not missing, and a name may stand for nothing")
    func absent() throws {
        #expect(
            try watch.get().flaws(of: "page", [["title": .nothing, "items": .list([])]]) == [
                "page names none"
            ])
        #expect(try watch.get().flaws(of: "choice", [View()]) == ["choice names part"])
        let chosen: View = ["part": .template("part"), "isOn": true]
        #expect(try watch.get().flaws(of: "choice", [chosen]) == ["part names markup"])
        #expect(
            try watch.get().flaws(of: "choice", [["part": .template("none")]]) == [
                "there is no template none"
            ])
        let item: View = ["name": .nothing, "isOn": false]
        #expect(try watch.get().flaws(of: "page", [["title": "T", "items": .list([item])]]) == [])
        #expect(try watch.get().flaws(of: "part", [["isOn": true, "markup": "<b>"]]) == [])
    }
}
