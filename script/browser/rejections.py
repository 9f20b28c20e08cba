"""Shows rejected forms, and the pages of a server with an operator, mail and strict limits."""
import os
import socket

from playwright.sync_api import expect

from community import URL

# A server like the other, with an operator, mail and strict limits. script/browser-test starts it.
STRICT_URL = os.environ.get("STRICT_URL", "")
# By name: the page of a form, the form's action, and values that it rejects.
OF_VISITORS = {
    "sign-up-rejected": ("/sign-up", "/sign-up", {"username": "x", "password": "short", "birthDate": "1990-05-17"}),
    "recover-rejected": ("/recover", "/recover", {"code": "AAAA", "newPassword": "short"}),
    "recover-former-rejected": ("/recover/former", "/recover/former", {"username": "nobody_here", "password": "wrong"}),
}
OF_MEMBERS = {
    "goal-rejected": ("/week/goal", "/week/goal", {"distance": "far", "minutes": "soon"}),
    "welcome-goal-rejected": ("/welcome/goal", "/welcome/goal", {"distance": "far", "minutes": "soon"}),
    "profile-rejected": ("/settings/profile", "/settings/profile", {"displayName": "n" * 60, "bio": "b" * 600}),
    "score-rejected": ("/games/nyt_mini/score", "/games/nyt_mini/score", {"score": "fast", "day": ""}),
    "group-rejected": ("/groups", "/groups", {"title": "x" * 200}),
    # Shown again, because of its old token.
    "form-again": ("/groups", "/groups", {"title": "Tuesday Crew", "csrf": "old"}),
}
SUBMIT = """([action, values]) => {
    const form = document.querySelector(`form[method="post"][action="${action}"]`);
    form.noValidate = true;
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
    form.requestSubmit();
}"""
# More than the strict server takes.
MOST_TRIES = 30


def capture_rejections(page, forms, capture):
    """Sends forms that are rejected, and captures them with their errors.

    capture takes the name of a screen."""
    for name, (address, action, values) in forms.items():
        page.goto(URL + address)
        status = submit(page, action, values)
        assert status >= 400 or name == "form-again", f"{name} was not rejected"
        capture(name)


def submit(page, action, values):
    """Sends a form that the browser would not, and returns the status of the response."""
    with page.expect_navigation() as navigation:
        page.evaluate(SUBMIT, [action, values])
    return navigation.value.status


def capture_strict(page, capture):
    """Captures the landing page with an operator, the pages of mail, the last steps of removing a way to sign in, and
    what a server says that refuses requests."""
    page.goto(STRICT_URL)
    expect(page.get_by_role("heading", name="Tuesday Crew")).to_be_visible()
    capture("landing-operator")
    page.goto(f"{STRICT_URL}/recover")
    page.locator("a[href='/recover/email']").click()
    capture("recover-email")
    submit(page, "/recover/email", {"account": ""})
    capture("recover-email-rejected")
    page.goto(f"{STRICT_URL}/sign-in")
    page.get_by_label("Username").fill("demi")
    page.get_by_label("Password").fill("paceline-demo")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"{STRICT_URL}/")
    page.goto(f"{STRICT_URL}/email/confirm?code=AAAA")
    capture("email-confirm")
    submit(page, "/email/confirm", {})
    capture("email-confirm-failed")
    page.goto(f"{STRICT_URL}/settings/sign-in")
    linking = page.get_by_role("button", name="Allow this browser to sign in without a password")
    if linking.count():
        linking.click()
    page.locator("a[href*='/unlink']").first.click()
    expect(page.get_by_role("heading", name="Remove this sign-in method")).to_be_visible()
    capture("unlink")
    capture_too_often(page, capture)
    capture_busy(page, capture)


def capture_too_often(page, capture):
    """Opens unknown friend codes until the server refuses, and sends one with a form."""
    tries = (page.goto(f"{STRICT_URL}/add/222222").status for _ in range(MOST_TRIES))
    assert 429 in tries, "the limit was not reached"
    capture("too-often")
    page.goto(f"{STRICT_URL}/friends/find")
    tries = (submit_code(page) for _ in range(MOST_TRIES))
    assert 429 in tries, "the limit was not reached"
    capture("too-often-form")


def submit_code(page):
    if not page.locator("form[action='/friends/add']").count():
        page.goto(f"{STRICT_URL}/friends/find")
    return submit(page, "/friends/add", {"code": "222222"})


def capture_busy(page, capture):
    """Uploads while others of the same person have stalled, of which the server takes only a few."""
    page.goto(f"{STRICT_URL}/workouts/add")
    stalled = [stalled_upload(page)]
    # If the server reads the browser's upload before the second stalled one, it refuses that one: another one stalls.
    for _ in range(MOST_TRIES):
        stalled.append(stalled_upload(page))
        if upload(page) == 503:
            break
    else:
        raise AssertionError("the server took every upload")
    capture("busy")
    for connection in stalled:
        connection.close()


def upload(page):
    page.locator("[name=photo]").set_input_files(
        files=[{"name": "large.png", "mimeType": "image/png", "buffer": b"x" * 70_000}])
    return submit(page, "/workouts/add", {"title": "Before dawn"})


def stalled_upload(page):
    """Begins an upload with the session of the page, and returns its connection."""
    host, port = STRICT_URL.removeprefix("http://").split(":")
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies(STRICT_URL))
    head = [
        "POST /workouts/add HTTP/1.1", f"Host: {host}:{port}", f"Origin: {STRICT_URL}", "Sec-Fetch-Site: same-origin",
        f"Cookie: {cookies}", "Content-Type: multipart/form-data; boundary=part", "Content-Length: 1000000",
    ]
    connection = socket.create_connection((host, int(port)), timeout=30)
    connection.sendall("\r\n".join([*head, "", ""]).encode() + b"--part\r\n" * 20_000)
    return connection
