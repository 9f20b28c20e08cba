import re

from playwright.sync_api import expect

from community import URL, sign_in, sign_up, open_pages


def settings(browser, scripted):
    """One person reads a notification, changes settings, ends another session, learns of it, and unblocks someone."""
    suffix = "js" if scripted else "plain"
    nora, ole, phone = open_pages(browser, 3, scripted)
    sign_up(nora, f"nora_{suffix}", f"Nora {suffix}")
    sign_up(ole, f"ole_{suffix}", f"Ole {suffix}")

    ole.goto(f"{URL}/@nora_{suffix}/request")
    ole.get_by_label("Your message").fill("From the boathouse")
    ole.get_by_role("button", name="Send request").click()
    expect(ole.get_by_role("status").first).to_contain_text("Request sent")
    reads_notification(nora, f"Ole {suffix}", scripted)
    changes_profile(nora, suffix)
    changes_privacy(nora)
    ends_session(nora, phone, f"nora_{suffix}")
    learns_of_sign_in(nora)
    unblocks(nora, ole, suffix)


def reads_notification(page, name, scripted):
    """The bell counts a request. Seeing it in the inbox marks it as read; without JavaScript, a button does."""
    # With JavaScript, the open page may count it already.
    expect(page.get_by_role("link", name=re.compile("Notifications|1 unread notification"))).to_be_visible()
    page.goto(f"{URL}/friends")
    page.get_by_role("link", name="1 unread notification").click()
    expect(page.locator(".unread")).to_contain_text("From the boathouse")
    if scripted:
        expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()
    else:
        page.get_by_role("button", name="Mark all as read").click()
        expect(page.get_by_role("status").first).to_contain_text("All notifications read")
    page.reload()
    expect(page.locator(".unread")).to_have_count(0)
    page.get_by_role("button", name=f"Accept {name}’s request").click()
    expect(page.locator(".answered") if scripted else page.get_by_role("status").first).to_contain_text("friends now")


def changes_profile(page, suffix):
    page.goto(f"{URL}/settings")
    page.get_by_role("link", name="Profile").first.click()
    page.get_by_label("Profile picture").set_input_files(
        files=[{"name": "notes.png", "mimeType": "image/png", "buffer": b"no picture at all"}])
    page.get_by_role("button", name="Upload").first.click()
    expect(page.locator("#error-avatar")).to_contain_text("JPEG")
    page.get_by_label("Profile picture").set_input_files(
        files=[{"name": "me.png", "mimeType": "image/png", "buffer": page.screenshot(clip={"x": 0, "y": 0, "width": 96, "height": 96})}])
    page.get_by_role("button", name="Upload").first.click()
    expect(page.get_by_role("status").first).to_contain_text("Picture changed")
    expect(page.locator(".picture .avatar img")).to_have_js_property("naturalWidth", 96)
    page.get_by_label("About you").fill("Rows before breakfast.")
    page.get_by_label("Email address").fill("nobody@nowhere.example")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("Saved")
    page.goto(f"{URL}/@nora_{suffix}")
    expect(page.locator(".profile")).to_contain_text("Rows before breakfast.")
    expect(page.locator(".profile .avatar img")).to_be_visible()


def changes_privacy(page):
    page.goto(f"{URL}/settings/privacy")
    page.get_by_label("Friend requests").uncheck()
    page.get_by_label("Who sees new workouts").select_option("private")
    page.get_by_label("Group leaderboards only").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("Saved")
    page.reload()
    expect(page.get_by_label("Friend requests")).not_to_be_checked()
    expect(page.get_by_label("Who sees new workouts")).to_have_value("private")
    expect(page.get_by_label("Group leaderboards only")).to_be_checked()
    page.goto(f"{URL}/settings/notifications")
    page.get_by_label("Big kudos").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Big kudos")).not_to_be_checked()
    expect(page.get_by_label("Kudos", exact=True)).to_be_checked()


def ends_session(page, phone, username):
    sign_in(phone, username)
    expect(phone).to_have_url(f"{URL}/")
    page.goto(f"{URL}/settings/sign-in")
    page.get_by_role("button", name="End the session").first.click()
    expect(page.get_by_role("status").first).to_contain_text("Session ended")
    expect(page.get_by_role("button", name="End the session")).to_have_count(0)
    phone.goto(f"{URL}/friends")
    expect(phone).to_have_url(f"{URL}/sign-in?next=/friends")


def learns_of_sign_in(page):
    """A sign-in on another device is in the inbox, with the way to secure the account."""
    page.goto(f"{URL}/notifications")
    expect(page.locator(".unread").filter(has_text="New sign-in from").first).to_be_visible()
    page.get_by_role("link", name="This wasn’t me").first.click()
    expect(page.get_by_role("heading", name="Secure your account")).to_be_visible()
    page.get_by_role("link", name="Change password").click()
    expect(page).to_have_url(f"{URL}/settings/sign-in")


def unblocks(page, other, suffix):
    page.goto(f"{URL}/@ole_{suffix}/block")
    page.get_by_role("button", name="Block").click()
    other.goto(f"{URL}/@nora_{suffix}")
    expect(other.get_by_role("heading", name="Page not found")).to_be_visible()
    page.goto(f"{URL}/settings/blocked")
    page.get_by_role("button", name=f"Unblock Ole {suffix}").click()
    expect(page.get_by_text("You haven’t blocked anyone.")).to_be_visible()
