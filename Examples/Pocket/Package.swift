// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Pocket",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "paceline", path: "../..", traits: ["Local"])],
    targets: [
        .executableTarget(
            name: "pocket",
            dependencies: [.product(name: "PacelineLocal", package: "paceline")],
            // As in a new Xcode project.
            swiftSettings: [.defaultIsolation(MainActor.self)])
    ])
