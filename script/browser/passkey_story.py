from playwright.sync_api import expect

from community import PASSWORD, URL, open_pages

# Browsers allow no passkeys at an IP address.
SITE = URL.replace("127.0.0.1", "localhost")
AUTHENTICATOR = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
                 "isUserVerified": True, "automaticPresenceSimulation": True}


def passkeys(browser, scripted):
    """A person adds a passkey, signs in and confirms with it, and removes it. Without JavaScript, the pages say that
    passkeys need it."""
    suffix = "js" if scripted else "plain"
    [uma] = open_pages(browser, 1, scripted)
    joins(uma, f"uma_{suffix}")
    uma.goto(f"{SITE}/settings/sign-in")
    section = uma.get_by_role("region", name="Passkeys")
    if not scripted:
        expect(section).to_contain_text("Passkeys need JavaScript.")
        expect(section.get_by_role("button", name="Add a passkey")).to_be_hidden()
        uma.context.clear_cookies()
        uma.goto(f"{SITE}/sign-in")
        expect(uma.get_by_text("Passkeys need JavaScript.")).to_be_visible()
        expect(uma.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
        return
    client = uma.context.new_cdp_session(uma)
    client.send("WebAuthn.enable")
    authenticator = client.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
    adds(uma, section)
    signs_in(uma)
    confirms(uma)
    credentials = client.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    assert [credential["rpId"] for credential in credentials] == ["localhost"], credentials
    uma.goto(f"{SITE}/settings/sign-in")
    section.get_by_role("button", name="Remove the passkey Laptop").click()
    expect(uma.get_by_role("status").first).to_contain_text("Passkey removed")
    expect(section.get_by_text("Laptop", exact=True)).to_have_count(0)
    uma.goto(f"{URL}/sign-in")
    expect(uma.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)


def joins(page, username):
    """Signs up where browsers allow passkeys."""
    page.goto(f"{SITE}/sign-up")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Name", exact=True).fill("Uma")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Birth date").fill("1990-05-17")
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(f"{SITE}/welcome/profile")


def adds(page, section):
    """Without a name, the browser is not asked for a passkey that the server would refuse."""
    section.get_by_role("button", name="Add a passkey").click()
    expect(section.get_by_label("Name of the new passkey")).to_be_focused()
    section.get_by_label("Name of the new passkey").fill("Laptop")
    section.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("status").first).to_contain_text("Passkey added")
    expect(section.get_by_text("Laptop", exact=True)).to_be_visible()


def signs_in(page):
    page.context.clear_cookies()
    page.goto(f"{SITE}/sign-in?next=/settings/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(f"{SITE}/settings/sign-in")
    expect(page.get_by_role("region", name="Passkeys")).to_contain_text("last used")


def confirms(page):
    page.goto(f"{SITE}/settings/confirm")
    page.get_by_role("button", name="Confirm with a passkey").click()
    expect(page).to_have_url(f"{SITE}/settings/sign-in")
    expect(page.get_by_role("status").first).to_contain_text("Confirmed")
