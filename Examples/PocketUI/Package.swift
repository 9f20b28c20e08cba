// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "PocketUI",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [.library(name: "PocketUI", targets: ["PocketUI"])],
    dependencies: [.package(name: "paceline", path: "../..", traits: ["Local"])],
    targets: [
        .target(
            name: "PocketUI",
            dependencies: [.product(name: "PacelineLocal", package: "paceline")],
            // As in a new Xcode project.
            swiftSettings: [.defaultIsolation(MainActor.self)])
    ])
