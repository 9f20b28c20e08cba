/// Finding and looking at people (P4–P8). Everything needs a username of one's own.
public protocol PeopleService: Sendable {
    func person(_ person: PersonReference) async throws -> Person
    /// People whose username or display name holds the text, best first; at most 20 a page.
    func people(matching query: String, _ page: PageRequest) async throws -> Page<Person>
    /// People worth knowing, best first.
    /// - Parameter codes: friend codes from the caller's contacts.
    func suggestions(codes: [String], _ page: PageRequest) async throws -> Page<Person>
    func avatar(of person: PersonReference) async throws -> Image
    func header(of person: PersonReference) async throws -> Image
    /// The QR code of the profile's address; for whoever may look the person up.
    func codePicture(of person: PersonReference, as format: CodePicture.Format) async throws -> CodePicture
}
