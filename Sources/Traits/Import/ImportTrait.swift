// PacelineImport depends on this module, so this `#error` is reported first. In PacelineImport itself, the import of
// SwiftCSV would fail before any `#error`.
#if !Import
    #error("PacelineImport needs the trait Import: .package(url: …, from: …, traits: [\"Import\"])")
#endif
