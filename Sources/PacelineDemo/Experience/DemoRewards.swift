/// The rewards of the demo community.
package enum DemoRewards {
    /// Its `rewards.json`.
    package static let file = """
        [
          {"id": "sticker", "title": "Sticker of the crew", "price": 1000, "limit": 2},
          {"id": "water_bottle", "title": "Water bottle", "price": 5000, "stock": 20, "limit": 1, "minimumLevel": 3},
          {"id": "sauna", "title": "A day at the sauna", "price": 8000, "limit": 1, "minimumAge": 16,
           "codes": ["SAUNA-7Q4K-22MD", "SAUNA-9TXC-81WF", "SAUNA-3HNV-56RJ"]}
        ]

        """
}
