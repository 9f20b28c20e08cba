import Foundation
import Testing

@testable import PacelineWeb

@Suite("Templates") struct TemplatesTests {
    @Test("A partial stands in the template that names it, with the values around it")
    func partial() throws {
        let templates = try Self.templates([
            "page": "<ul>{{#rows}}{{>Part/row}}{{/rows}}</ul>{{>*chosen}}",
            "Part/row": "<li>{{>Part/name}}{{unit}}</li>",
            "Part/name": "{{name}}",
            "other": "<p>{{unit}}</p>",
        ])
        let view: View = [
            "rows": .list([["name": "<5"], ["name": "10"]]), "unit": "&", "chosen": .template("other"),
        ]
        #expect(
            templates.render("page", view) == "<ul><li>&lt;5&amp;</li><li>10&amp;</li></ul><p>&amp;</p>")
        #expect(templates.render("none", view) == nil)
    }

    @Test("A partial that does not exist is found at startup")
    func unknownPartial() {
        let error = #expect(throws: Templates.UnknownName.self) {
            try Self.templates(["page": "<p>{{>Part/none}}</p>"])
        }
        #expect(error?.description == "The template page names {{>Part/none}}, which does not exist.")
    }

    @Test("A template that includes itself is found at startup", arguments: ["page", "Part/row"])
    func recursivePartial(name: String) {
        let error = #expect(throws: Templates.RecursivePartial.self) {
            try Self.templates([
                "page": "<ul>{{>Part/row}}{{>Part/row}}</ul>", "Part/row": "<li>{{>Part/name}}</li>",
                "Part/name": "<b>{{>\(name)}}</b>",
            ])
        }
        #expect(error?.description == "The template Part/name includes itself.")
    }

    @Test("Every picture has its dimensions, so that nothing moves when it arrives")
    func dimensions() throws {
        var count = 0
        for (name, markup) in try ShippedTemplates.markup.get() {
            for picture in markup.matches(of: /<img\b[^>]*>/) {
                count += 1
                for attribute in ["width", "height"] {
                    #expect(
                        try picture.0.contains(Regex("\\s\(attribute)=\"\\d+\"")), "\(name): \(picture.0)")
                }
            }
        }
        #expect(count >= 10)
    }

    private static func templates(_ sources: [String: String]) throws -> Templates {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, source) in sources {
            let file = folder.appending(path: "\(name).mustache")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(source.utf8).write(to: file)
        }
        let shipped = try PageRenderer()
        return try Templates(in: folder, texts: shipped.texts, assets: shipped.assets)
    }
}
