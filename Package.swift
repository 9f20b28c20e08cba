// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
]

// Every external product depends on a trait, so apps resolve only what their traits need.
let local = TargetDependencyCondition.when(traits: ["Local"])
let imports = TargetDependencyCondition.when(traits: ["Import"])
let server = TargetDependencyCondition.when(traits: ["Server"])

let package = Package(
    name: "paceline",
    platforms: [.iOS(.v18), .macOS(.v15), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "PacelineClient", targets: ["PacelineClient"]),
        .library(name: "PacelineLocal", targets: ["PacelineLocal"]),
        .library(name: "PacelineImport", targets: ["PacelineImport"]),
        .library(name: "PacelineServer", targets: ["PacelineServer"]),
        .executable(name: "paceline", targets: ["PacelineCommand"]),
    ],
    traits: [
        .trait(name: "Local", description: "PacelineLocal: a community in the app's own database."),
        .trait(name: "Import", description: "PacelineImport: workouts read from files."),
        .trait(
            name: "Server", description: "PacelineServer and the command line.",
            enabledTraits: ["Local", "Import"]),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-algorithms", from: "1.2.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.0.2",
            traits: ["JSON", "CommandLineArguments"]),
        .package(url: "https://github.com/apple/swift-crypto", "4.1.0"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.29.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.15.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
        .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.1.0"),
    ],
    targets: [
        .target(name: "Paceline", swiftSettings: settings),
        // Each reports a missing trait with a clear error.
        .target(name: "LocalTrait", path: "Sources/Traits/Local", swiftSettings: settings),
        .target(name: "ImportTrait", path: "Sources/Traits/Import", swiftSettings: settings),
        .target(name: "ServerTrait", path: "Sources/Traits/Server", swiftSettings: settings),
        // Variadic functions of SQLite, which Swift cannot import.
        .systemLibrary(name: "CSQLite"),
        .target(
            name: "PacelineDatabase",
            dependencies: [
                "LocalTrait", "CSQLite", .product(name: "GRDB", package: "GRDB.swift", condition: local),
            ],
            swiftSettings: settings),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // Settings of malloc, which the Glibc module leaves out.
        .systemLibrary(name: "CMalloc"),
        .target(
            name: "PacelinePostgres", dependencies: ["CPostgreSQL", "PacelineDatabase"],
            swiftSettings: settings),
        .target(
            name: "PacelineEngine",
            dependencies: [
                "Paceline", "PacelineDatabase",
                .product(name: "Algorithms", package: "swift-algorithms", condition: local),
                .product(name: "Crypto", package: "swift-crypto", condition: local),
                .product(name: "CryptoExtras", package: "swift-crypto", condition: local),
            ],
            swiftSettings: settings),
        .target(name: "PacelineAPI", dependencies: ["Paceline"], swiftSettings: settings),
        .target(
            name: "PacelineServer",
            dependencies: [
                "ServerTrait", "PacelineEngine", "PacelineAPI",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "Crypto", package: "swift-crypto", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: server),
                .product(name: "JWTKit", package: "jwt-kit", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "Metrics", package: "swift-metrics", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ],
            swiftSettings: settings),
        .target(
            name: "PacelineWeb",
            dependencies: [
                "CZlib",
                "PacelineEngine", "PacelineAPI", "PacelineImport", "PacelineServer",
                .product(name: "Crypto", package: "swift-crypto", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Mustache", package: "swift-mustache", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
            ],
            resources: [.copy("Website")],
            swiftSettings: settings),
        .target(
            name: "PacelineClient", dependencies: ["Paceline", "PacelineAPI"], swiftSettings: settings),
        .target(
            name: "PacelineReplica", dependencies: ["Paceline", "PacelineAPI", "PacelineDatabase"],
            swiftSettings: settings),
        .target(
            name: "PacelineLocal",
            dependencies: [
                "Paceline", "PacelineAPI", "PacelineClient", "PacelineDatabase", "PacelineEngine",
                "PacelineReplica",
            ],
            swiftSettings: settings),
        .target(
            name: "PacelineImport",
            dependencies: [
                "ImportTrait", "Paceline",
                .product(name: "Crypto", package: "swift-crypto", condition: imports),
                .product(name: "SwiftCSV", package: "SwiftCSV", condition: imports),
            ],
            swiftSettings: settings),
        // Generates a demo community.
        .target(
            name: "PacelineDemo", dependencies: ["Paceline", "PacelineEngine", "CZlib"],
            swiftSettings: settings),
        .executableTarget(
            name: "PacelineBenchmark",
            dependencies: [
                "PacelineAPI", "PacelineEngine", "PacelineDatabase", "PacelinePostgres",
                .product(name: "Crypto", package: "swift-crypto", condition: server),
                .product(name: "GRDB", package: "GRDB.swift", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "PacelineCommand",
            dependencies: [
                "Paceline", "PacelineDatabase", "PacelinePostgres", "PacelineEngine", "PacelineAPI",
                "PacelineServer", "PacelineWeb", "PacelineClient", "PacelineImport", "PacelineDemo",
                .target(name: "CMalloc", condition: .when(platforms: [.linux])),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
                .product(name: "Configuration", package: "swift-configuration", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "SystemPackage", package: "swift-system", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ],
            swiftSettings: settings),
        .testTarget(name: "PacelineTests", dependencies: ["Paceline"], swiftSettings: settings),
        .testTarget(
            name: "PacelineAPITests", dependencies: ["PacelineAPI", "PacelineClient"], swiftSettings: settings
        ),
        .testTarget(
            name: "PacelineDatabaseTests",
            dependencies: [
                "PacelineDatabase", "PacelinePostgres", "PacelineTestSupport",
                .product(name: "GRDB", package: "GRDB.swift", condition: server),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PacelineCommandTests",
            dependencies: [
                "Paceline", "PacelineAPI", "PacelineClient", "PacelineCommand", "PacelineImport",
                "PacelineTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PacelineDemoTests", dependencies: ["Paceline", "PacelineDemo"], swiftSettings: settings),
        .testTarget(
            name: "PacelineFaultTests",
            dependencies: [
                "PacelineAPI", "PacelineCommand", "PacelineClient", "PacelineDatabase", "PacelineEngine",
                "PacelinePostgres",
                "PacelineTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PacelineLocalTests",
            dependencies: [
                "Paceline", "PacelineAPI", "PacelineClient", "PacelineDatabase", "PacelineLocal",
                "PacelineReplica", "PacelineTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PacelineReplicaTests",
            dependencies: [
                "Paceline", "PacelineAPI", "PacelineDatabase", "PacelineReplica", "PacelineTestSupport",
            ],
            swiftSettings: settings),
        // The code that the documentation quotes.
        .testTarget(
            name: "PacelineSnippetTests", dependencies: ["PacelineLocal"], swiftSettings: settings),
        .testTarget(
            name: "PacelinePrivacyTests",
            dependencies: ["PacelineEngine", "PacelineDatabase", "PacelinePostgres", "PacelineTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "PacelineContractTests",
            dependencies: [
                "Paceline", "PacelineAPI", "PacelineClient", "PacelineDatabase", "PacelineEngine",
                "PacelineImport", "PacelineLocal", "PacelinePostgres", "PacelineServer",
                "PacelineTestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PacelineServerTests",
            dependencies: [
                "Paceline", "PacelineAPI", "PacelineClient", "PacelineDatabase", "PacelineEngine",
                "PacelineServer", "PacelineTestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: server),
                .product(name: "Crypto", package: "swift-crypto", condition: server),
                .product(name: "CryptoExtras", package: "swift-crypto", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdTesting", package: "hummingbird", condition: server),
                .product(name: "JWTKit", package: "jwt-kit", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PacelineWebTests",
            dependencies: [
                "Paceline", "PacelineAPI", "PacelineDatabase", "PacelineEngine", "PacelineServer",
                "PacelineTestSupport", "PacelineWeb",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdTesting", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PacelineBenchmarkTests",
            dependencies: ["Paceline", "PacelineBenchmark", "PacelineDatabase", "PacelineEngine"],
            swiftSettings: settings),
        .testTarget(
            name: "PacelineImportTests", dependencies: ["PacelineImport", "PacelineTestSupport"],
            swiftSettings: settings),
        .target(
            name: "PacelineTestSupport",
            dependencies: [
                "CPostgreSQL", "Paceline", "PacelineDatabase",
                .product(name: "Crypto", package: "swift-crypto", condition: server),
                .product(name: "CryptoExtras", package: "swift-crypto", condition: server),
            ],
            path: "Tests/PacelineTestSupport",
            swiftSettings: settings),
    ]
)
