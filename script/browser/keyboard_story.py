from playwright.sync_api import expect

from community import PASSWORD, URL, publish, sign_up, open_pages
from keyboard import tab_to, press, write


def keyboard(browser, scripted):
    """One person uses only the keyboard: signs up, finds a friend, reacts, publishes, plays and signs out."""
    suffix = "js" if scripted else "plain"
    kim, lou = open_pages(browser, 2, scripted)
    sign_up(lou, f"lou_{suffix}", f"Lou {suffix}")
    signs_up(kim, suffix)
    befriends(kim, lou, suffix, scripted)
    reacts(kim, publish(f"lou_{suffix}", "8k steady"), scripted)
    publishes(kim, scripted)
    plays(kim, scripted)
    signs_out(kim, scripted)


def signs_up(page, suffix):
    page.goto(URL)
    press(page, page.get_by_role("link", name="Create an account").first)
    expect(page).to_have_url(f"{URL}/sign-up")
    write(page, page.get_by_label("Username"), f"kim_{suffix}")
    write(page, page.get_by_label("Name", exact=True), f"Kim {suffix}")
    write(page, page.get_by_label("Password"), PASSWORD)
    tab_to(page, page.get_by_label("Birth date"))
    page.keyboard.type("05171990")
    page.keyboard.press("Enter")
    for number in (1, 2, 3):
        expect(page.get_by_text(f"Step {number} of 3")).to_be_visible()
        press(page, page.get_by_role("link", name="Skip", exact=True))
    expect(page).to_have_url(f"{URL}/")
    # The first stop skips the navigation.
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def befriends(page, other, suffix, scripted):
    page.goto(f"{URL}/friends/find")
    write(page, page.get_by_role("searchbox"), f"lou_{suffix}")
    if not scripted:
        page.keyboard.press("Enter")
    press(page, page.get_by_role("button", name=f"Add Lou {suffix} as a friend"))
    expect(page.get_by_role("status").first).to_contain_text("Request sent")
    other.goto(f"{URL}/friends")
    press(other, other.get_by_role("button", name=f"Accept Kim {suffix}’s request"))
    expect(other.get_by_role("status").first).to_contain_text("friends now")

    # An open menu follows its button in the tab order. With JavaScript, Escape closes it.
    page.goto(f"{URL}/@lou_{suffix}")
    bell = page.get_by_role("button", name=f"Notify me when Lou {suffix} publishes")
    press(page, bell, "Space")
    expect(page.get_by_role("status").first).to_contain_text("We’ll notify you")
    expect(bell).to_have_attribute("aria-pressed", "true")
    more = page.locator(".profile summary")
    press(page, more)
    expect(page.get_by_role("link", name="Unfriend")).to_be_visible()
    if scripted:
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        expect(more).to_be_focused()
        expect(page.get_by_role("link", name="Unfriend")).to_be_hidden()


def reacts(page, workout, scripted):
    page.goto(URL)
    card = page.locator(f"#item-{workout}")
    press(page, card.get_by_role("button", name="0 kudos"), "Space")
    given = card.get_by_role("button", name="1 kudos")
    expect(given).to_have_attribute("aria-pressed", "true")
    if scripted:
        expect(given).to_be_focused()
    press(page, card.get_by_role("link", name="8k steady"))
    press(page, page.get_by_role("button", name="Give big kudos"))
    expect(page.locator(".faces")).to_contain_text("Big")
    write(page, page.get_by_label("Your comment"), "Even all the way")
    press(page, page.get_by_role("button", name="Send"))
    expect(page.locator(".comment")).to_contain_text("Even all the way")
    press(page, page.get_by_role("link", name="Edit", exact=True))
    write(page, page.get_by_label("Edit your comment"), "Even splits")
    press(page, page.get_by_role("button", name="Save"))
    expect(page.locator(".comment")).to_contain_text("edited")
    press(page, page.get_by_role("link", name="Delete"))
    press(page, page.get_by_role("button", name="Delete"))
    expect(page.locator(".comment")).to_have_count(0)


def publishes(page, scripted):
    page.goto(URL)
    press(page, page.get_by_role("link", name="Add", exact=True))
    write(page, page.get_by_label("Title"), "Before dawn")
    write(page, page.get_by_label("Time", exact=True).first, "20:00")
    write(page, page.get_by_label("Distance").first, "5 km")
    press(page, page.get_by_role("button", name="Publish"))
    expect(page.get_by_role("heading", name="Before dawn")).to_be_visible()
    visibility = page.get_by_label("Visible to")
    tab_to(page, visibility)
    page.keyboard.type("Only me")
    press(page, page.get_by_role("button", name="Change", exact=True))
    expect(page.locator("#announcer") if scripted else page.get_by_role("status").first).to_contain_text(
        "Only me" if scripted else "Saved")
    if scripted:
        expect(visibility).to_be_focused()
    page.reload()
    expect(page.get_by_label("Visible to")).to_have_value("private")


def plays(page, scripted):
    page.goto(f"{URL}/games/add")
    write(page, page.get_by_label("Result from the game"), "Wordle 1,980 3/6")
    press(page, page.get_by_role("button", name="Find my scores"))
    expect(page.locator(".found")).to_contain_text("3 guesses")
    press(page, page.get_by_role("button", name="Publish selected"))
    expect(page.get_by_role("status").first).to_contain_text("on the leaderboards")
    page.goto(f"{URL}/games?scope=friends&range=all")
    row = page.locator(".place").filter(has_text="Kim")
    press(page, row.locator("summary"))
    expect(row.locator("li").first).to_be_visible()


def signs_out(page, scripted):
    page.goto(URL)
    press(page, page.get_by_label("Account"))
    press(page, page.get_by_role("button", name="Sign out", exact=True))
    expect(page.get_by_role("link", name="Create an account").first).to_be_visible()
