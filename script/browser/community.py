"""What every story needs: the app's address, people who sign up, and what they publish by the API."""
import json
import re
import sys
import urllib.request
import uuid

from playwright.sync_api import expect

URL = sys.argv[1]
PASSWORD = "correct horse battery"
# What went wrong without ending the walk.
failures = []


def sign_up(page, username, name):
    page.goto(f"{URL}/sign-up")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Birth date").fill("1990-05-17")
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(f"{URL}/")


def sign_in(page, username, password=PASSWORD):
    page.goto(f"{URL}/sign-in")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def windows(browser, count, scripted):
    """Pages of people who know nothing of each other; what their consoles complain of is a failure, but for what is
    not there and what a form is refused for."""
    pages = [browser.new_context(java_script_enabled=scripted).new_page() for _ in range(count)]
    for page in pages:
        page.on("console", lambda message: message.type == "error" and not re.search("404|422", message.text)
                and failures.append(f"console: {message.text}"))
    return pages


def call(method, path, body, token=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def publish(username, title):
    session = call("POST", "/v1/sessions", {"provider": "password", "username": username, "password": PASSWORD})
    pieces = [{"index": i, "duration": 105 - i, "distance": 500, "restDuration": 60} for i in range(4)]
    workout = {"type": "rowing", "title": title, "startedAt": "2026-11-20T06:00:00Z", "duration": 414, "distance": 2000,
               "detail": {"intervals": pieces, "notes": "Felt strong."}}
    return call("PUT", f"/v1/workouts/{uuid.uuid4()}", workout, session["token"])["id"]
