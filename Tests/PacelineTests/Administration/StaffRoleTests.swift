import Paceline
import Testing

@Suite struct StaffRoleTests {
    @Test func `an administrator does what moderators do, and not the other way round`() {
        #expect(StaffRole.administrator.includes(.moderator))
        #expect(StaffRole.administrator.includes(.administrator))
        #expect(StaffRole.moderator.includes(.moderator))
        #expect(!StaffRole.moderator.includes(.administrator))
    }

    @Test(arguments: [
        (7, false, false), (8, true, false), (11, true, false), (12, true, true), (256, true, true),
    ])
    func `passwords of the staff are longer`(count: Int, isForOthers: Bool, isForStaff: Bool) {
        let password = String(repeating: "ř", count: count)
        for (role, isAccepted) in [
            (nil, isForOthers), (.moderator, isForStaff), (.administrator, isForStaff),
        ]
            as [(StaffRole?, Bool)]
        {
            let result = Result { () throws(SocialError) in
                try PasswordRule.check(password, of: role, field: "newPassword")
            }
            switch result {
            case .success: #expect(isAccepted)
            case .failure(let error):
                #expect(!isAccepted && error.code == .invalidValue && error.field == "newPassword")
            }
        }
    }
}
