// PacelineServer depends on this module, so it is compiled first. Without Hummingbird, the compiler would stop at an import
// and never reach an `#error`.
#if !Server
    #error("PacelineServer needs the trait Server: .package(url: …, from: …, traits: [\"Server\"])")
#endif
