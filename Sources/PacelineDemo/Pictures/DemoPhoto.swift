import Foundation
import Paceline

/// A photo of a workout, drawn on demand. The same value gives the same pixels.
struct DemoPhoto: Equatable {
    let scene: Scene
    let light: Light
    /// The seed of the details: ridges, trees and the like.
    let seed: UInt64

    enum Scene: Equatable {
        /// A monitor with the lines of its screen.
        case monitor(MonitorScreen)
        case lake, hills, road, city, gym, pool
    }

    /// The time of day.
    enum Light: CaseIterable {
        case dawn, day, dusk
    }

    /// In pixels: 4:3, as phones take them, and as the frame on a workout's page.
    static let size = (width: 852, height: 639)

    /// The size of the scene, of which the photo shows the middle.
    private static let sceneSize = (width: 960, height: 640)

    /// The picture as a PNG file.
    func png() throws -> [UInt8] {
        var canvas = Canvas(width: Self.sceneSize.width, height: Self.sceneSize.height)
        var random = DemoRandom(seed: seed)
        switch scene {
        case .monitor(let screen): canvas.drawMonitor(screen, using: &random)
        case .lake: canvas.drawLake(in: light, using: &random)
        case .hills: canvas.drawHills(in: light, using: &random)
        case .road: canvas.drawRoad(in: light, using: &random)
        case .city: canvas.drawCity(in: light, using: &random)
        case .gym: canvas.drawGym(using: &random)
        case .pool: canvas.drawPool(using: &random)
        }
        return try canvas.cropped(width: Self.size.width, height: Self.size.height).png()
    }
}

extension DemoPhoto {
    /// A photo that fits the workout.
    /// - Parameter hour: the local hour in which it started.
    init(of draft: WorkoutDraft, hour: Int, using random: inout DemoRandom) {
        light = hour < 8 ? .dawn : hour < 17 ? .day : .dusk
        seed = random.next()
        switch draft.type {
        case .rowing, .skiing:
            scene = MonitorScreen(draft).map(Scene.monitor) ?? .lake
        case .running:
            scene = random.element(of: light == .dusk ? [.city, .hills] : [.lake, .hills, .road])
        case .cycling: scene = .road
        case .swimming: scene = WorkoutPattern(draft.title).spokenName == nil ? .lake : .pool
        case .hiking, .walking: scene = .hills
        default: scene = .gym
        }
    }
}
