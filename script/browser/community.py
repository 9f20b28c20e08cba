"""The app's address, and functions that sign people up, open pages and call the API."""
import datetime
import json
import re
import sys
import urllib.request
import uuid

from playwright.sync_api import expect

from failures import failures
from layout_shifts import watch_layout_shifts

URL = sys.argv[1]
# The last day of the demo community.
LAST_DAY = datetime.date.fromisoformat(sys.argv[2])
PASSWORD = "correct horse battery"
# By username: the client tokens of the browsers that signed up. With them, signing in through the API notifies no one.
client_tokens = {}


def sign_up(page, username, name):
    page.goto(f"{URL}/sign-up")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Birth date").fill("1990-05-17")
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(f"{URL}/welcome/profile")
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    client_tokens[username] = cookies["paceline-client"]
    page.goto(URL)


def sign_in(page, username, password=PASSWORD):
    page.goto(f"{URL}/sign-in")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def open_pages(browser, count, scripted):
    """Returns pages with separate sessions. Console errors are failures, except for statuses 401, 404 and 422 and lost
    connections, which stories provoke."""
    contexts = [browser.new_context(java_script_enabled=scripted) for _ in range(count)]
    pages = [(watch_layout_shifts(context) if scripted else context).new_page() for context in contexts]
    for page in pages:
        page.on("console", lambda message: message.type == "error" and not re.search("401|404|422|ERR_INTERNET_DISCONNECTED", message.text)
                and failures.append(f"console: {message.text}"))
    return pages


def first_link(page, address, selector):
    """Returns the address of the first link on a page."""
    page.goto(URL + address)
    return page.locator(selector).first.get_attribute("href")


def call(method, path, body, token=None, client_token=None, headers={}):
    headers = headers | {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    headers |= {"Client-Token": client_token} if client_token else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read() or "null")


def token(username, password=PASSWORD):
    credential = {"provider": "password", "username": username, "password": password}
    return call("POST", "/v1/sessions", credential, client_token=client_tokens.get(username))["token"]


def sign_up_through_api(username, name):
    """Signs a person up without a browser, and returns their token."""
    person = {"username": username, "displayName": name, "password": PASSWORD, "birthDate": 19900517}
    return call("POST", "/v1/accounts", person)["token"]


def befriend(one, other):
    request = call("POST", "/v1/requests", {"to": f"@{other}", "kind": "friend"}, token(one))
    call("POST", f"/v1/requests/{request['id']}/accept", None, token(other))


def publish(username, title, password=PASSWORD, **more):
    """Publishes a workout that started two hours ago, and returns its id."""
    start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=2)
    pieces = [{"index": i, "duration": 105 - i, "distance": 500, "restDuration": 60} for i in range(4)]
    workout = {"type": "rowing", "title": title, "startedAt": f"{start:%Y-%m-%dT%H:%M:%SZ}", "duration": 414,
               "distance": 2000, "detail": {"intervals": pieces, "notes": "Felt strong."}} | more
    secret = token(username, password)
    # Workouts earn badges, but stories count the notifications of what they do themselves.
    call("PUT", "/v1/me/notification-settings", {"kinds": {"achievement": False, "levelUp": False}}, secret)
    return call("PUT", f"/v1/workouts/{uuid.uuid4()}", workout, secret)["id"]


def logbook(count):
    """Returns a Concept2 season export with the number of rows."""
    header = ("Log ID,Date,Description,Work Time (Formatted),Work Time (Seconds),Rest Time (Formatted),Rest Time (Seconds),"
            "Work Distance,Rest Distance,Stroke Rate/Cadence,Stroke Count,Pace,Watts,Cal/Hour,Total Cal,Avg Heart Rate,"
            "Drag Factor,Age,Weight,Type,Ranked,Comments,Date Entered\n")
    rows = [f"{n},2026-01-{n % 28 + 1:02} 07:13:00,\"2,000m row\",7:30.0,450,,,2000,,28,210,1:52.5,246,1145,143,165,120,40,H,"
            "RowErg,No,,\n" for n in range(1, count + 1)]
    return header + "".join(rows)
