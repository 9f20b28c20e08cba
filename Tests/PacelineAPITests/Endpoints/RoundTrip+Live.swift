import Paceline
import PacelineAPI

extension RoundTrip {
    static func live(_ samples: inout Samples) -> [RoundTrip] {
        let (nothing, empty) = (NoParameters(), NoBody())
        return [
            RoundTrip(API.stream, nothing, StreamParameters(), empty, EventStream()),
            RoundTrip(
                API.stream, nothing,
                StreamParameters(after: samples.position(), items: [samples.id(), samples.id()]), empty,
                EventStream()),
        ]
    }
}
