"""What the operator of the server does at the command line, and the pages of moderators."""
import os
import subprocess

from playwright.sync_api import expect

from community import PASSWORD, URL, call, sign_in, sign_up_through_api

# The command, and the data folder of the server. script/browser-test sets them.
PACELINE, DATA = os.environ.get("PACELINE", "paceline"), os.environ.get("PACELINE_DATA", "")


def operate(*arguments):
    """Runs a command of the operator."""
    command = subprocess.run([PACELINE, *arguments, "--data", DATA], capture_output=True, text=True)
    assert command.returncode == 0, f"paceline {' '.join(arguments)}: {command.stderr}"


def grant(username, role, token):
    """Gives a person a role, with the recovery codes that it needs. All their sessions end.

    token is that of the person."""
    call("POST", "/v1/me/recovery-codes", None, token)
    operate("admin", "grant", username, role)


def capture_moderation(page, capture, name):
    """Captures the workouts that wait for moderators, and one by itself.

    capture takes the name of a screen; name is that of the moderator."""
    grant(name, "moderator", sign_up_through_api(name, name.replace("_", " ").title()))
    page.context.clear_cookies()
    sign_in(page, name, PASSWORD)
    page.wait_for_url(f"{URL}/")
    page.goto(f"{URL}/moderation/workouts")
    capture("moderation")
    case = page.locator("#cases > section").first.get_attribute("id").removeprefix("case-")
    page.locator("#cases button").first.click()
    expect(page.locator("#cases [aria-invalid]")).to_be_visible()
    capture("moderation-rejected")
    page.goto(f"{URL}/moderation/workouts/{case}")
    capture("moderation-workout")
    page.goto(f"{URL}/moderation/workouts?state=appealed")
    capture("moderation-empty")
