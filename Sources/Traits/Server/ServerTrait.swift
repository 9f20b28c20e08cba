// PacelineServer depends on this module, so this `#error` is reported first. In PacelineServer itself, the import of
// Hummingbird would fail before any `#error`.
#if !Server
    #error("PacelineServer needs the trait Server: .package(url: …, from: …, traits: [\"Server\"])")
#endif
