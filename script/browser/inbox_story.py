import re

from playwright.sync_api import expect

from community import URL, call, open_pages, publish, sign_up, token
from keyboard import press, tab_to


def inbox(browser, scripted):
    """One person answers a request, an invitation and a comment in the inbox, by keyboard."""
    suffix = "js" if scripted else "plain"
    ida, rex = open_pages(browser, 2, scripted)
    sign_up(ida, f"ida_{suffix}", f"Ida {suffix}")
    sign_up(rex, f"rex_{suffix}", f"Rex {suffix}")
    secret = token(f"rex_{suffix}")
    workout = publish(f"ida_{suffix}", "4x500m", visibility="public")
    call("POST", f"/v1/items/{workout}/comments", {"text": "Strong finish"}, secret)
    call("POST", "/v1/requests", {"to": f"@ida_{suffix}", "kind": "friend"}, secret)
    group = call("POST", "/v1/groups", {"title": f"Crew {suffix}"}, secret)
    call("PUT", f"/v1/groups/{group['id']}/invitations/@ida_{suffix}", None, secret)

    ida.goto(f"{URL}/notifications")
    expect(ida.locator("#inbox")).to_contain_text(f"Rex {suffix} commented on your 4 × 500 m")
    marks_what_was_seen(ida, scripted)
    accepts(ida, f"Accept Rex {suffix}’s request", "You are friends now.", scripted)
    accepts(ida, f"Accept the invitation to Crew {suffix}", "You joined the group.", scripted)
    replies(ida, f"Rex {suffix}", scripted)
    opens(ida, f"Rex {suffix} commented on your 4 × 500 m", workout)
    if scripted:
        reads_a_long_inbox(ida, f"ida_{suffix}", secret)


def marks_what_was_seen(page, scripted):
    """With JavaScript, what was on the screen is read. Without, opening the inbox changes nothing."""
    if scripted:
        expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()
        expect(page.locator(".unread")).to_have_count(3)
        expect(page.locator(".reading p")).to_be_empty()
        expect(page.get_by_role("button", name="Mark all as read")).to_be_hidden()
    else:
        page.reload()
        expect(page.get_by_role("link", name="3 unread notifications")).to_be_visible()


def reads_a_long_inbox(page, username, secret):
    """Only what was on the screen is read; the rest once the reader scrolls to it."""
    for number in range(15):
        workout = publish(username, f"Row {number}", visibility="public")
        call("POST", f"/v1/items/{workout}/comments", {"text": f"Comment {number}"}, secret)
    page.goto(f"{URL}/notifications")
    expect(page.get_by_role("link", name=re.compile("^([1-9]|1[0-4]) unread notifications?$"))).to_be_visible()
    page.reload()
    expect(page.locator(".unread").last).to_contain_text("Row 0")
    for row in page.locator(".unread").all():
        row.evaluate("""row => { row.scrollIntoView({ block: "center", behavior: "instant" });
            return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); }""")
    expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()


def accepts(page, button, confirmation, scripted):
    press(page, page.get_by_role("button", name=button))
    expect(page).to_have_url(f"{URL}/notifications")
    if scripted:
        expect(page.locator(".answered", has_text=confirmation)).to_be_focused()
        expect(page.locator("#announcer")).to_contain_text(confirmation)
    else:
        expect(page.get_by_role("status").first).to_contain_text(confirmation)
    expect(page.get_by_role("button", name=button)).to_have_count(0)


def replies(page, name, scripted):
    press(page, page.locator("summary", has_text="Reply"))
    reply = page.get_by_label(f"Your reply to {name}")
    if scripted:
        expect(reply).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("summary", has_text="Reply")).to_be_focused()
        page.keyboard.press("Enter")
        expect(reply).to_be_focused()
    else:
        tab_to(page, reply)
    page.keyboard.type("Thank you")
    press(page, page.locator(".reply-box").get_by_role("button", name="Send"))
    if scripted:
        expect(page.locator(".answered", has_text="Reply sent.")).to_be_focused()
    else:
        expect(page.get_by_role("status").first).to_contain_text("Reply sent.")
        expect(page.get_by_role("link", name="Notifications", exact=True)).to_be_visible()


def opens(page, sentence, workout):
    page.goto(f"{URL}/notifications")
    expect(page.locator(".unread")).to_have_count(0)
    press(page, page.get_by_role("link", name=sentence))
    expect(page.locator(".comment").first).to_contain_text("Strong finish")
    expect(page.locator(".comment.reply")).to_contain_text("Thank you")
    assert workout in page.url
