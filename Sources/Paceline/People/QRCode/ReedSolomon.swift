/// The error correction of QR codes: a Reed–Solomon code over GF(256).
struct ReedSolomon {
    /// The generator polynomial's coefficients in descending order, without the leading 1.
    private let generator: [UInt8]

    /// - Parameter correctionLength: the number of error correction bytes.
    init(correctionLength: Int) {
        var generator = [UInt8](repeating: 0, count: correctionLength - 1) + [1]
        var root: UInt8 = 1
        // Expands (x − 2⁰)(x − 2¹)….
        for _ in 0..<correctionLength {
            for place in generator.indices {
                let next = place + 1 < generator.count ? generator[place + 1] : 0
                generator[place] = Self.product(generator[place], root) ^ next
            }
            root = Self.product(root, 2)
        }
        self.generator = generator
    }

    /// The error correction bytes: the remainder of dividing the data by the generator polynomial.
    func remainder(of data: [UInt8]) -> [UInt8] {
        data.reduce([UInt8](repeating: 0, count: generator.count)) { remainder, byte in
            let factor = byte ^ remainder[0]
            return zip(remainder.dropFirst() + [0], generator).map { $0 ^ Self.product($1, factor) }
        }
    }

    /// The product in GF(256) modulo x⁸ + x⁴ + x³ + x² + 1.
    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        (0..<8).reversed().reduce(0) { product, place in
            let doubled = product << 1 ^ (product >> 7) &* 0x1D
            return doubled ^ (right >> UInt8(place) & 1) &* left
        }
    }
}
