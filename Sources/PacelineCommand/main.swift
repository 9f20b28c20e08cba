import ArgumentParser
import Configuration
import Hummingbird
import HummingbirdTLS
import GRDB
print("paceline")
