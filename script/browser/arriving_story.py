from playwright.sync_api import expect

from community import PASSWORD, URL, open_pages, sign_up
from keyboard import press, tab_to, write

# From the landing page to the first kudos, counted in presses of links and buttons, and in pages loaded. Three seconds
# for each page and press, and twenty to type, stay under two minutes.
MOST_PRESSES, MOST_PAGES = 10, 11


def arriving(browser, scripted):
    """A person who has never seen Paceline gets from the landing page to kudos from a friend, with the mouse and by
    keyboard. Another follows a friend's link."""
    for way in ("mouse", "keyboard"):
        suffix = ("js" if scripted else "plain") + way[0]
        vera, newcomer = open_pages(browser, 2, scripted)
        sign_up(vera, f"vera_{suffix}", f"Vera {suffix}")
        vera.goto(f"{URL}/friends/find")
        link = vera.locator(".code .link a").inner_text()
        arrives(newcomer, vera, link.split("/")[-1], suffix, way == "keyboard")
        vera.context.close()
        newcomer.context.close()
    follows_link(browser, scripted)


class Visitor:
    """A person at a page, whose presses and pages are counted."""

    def __init__(self, page, uses_keyboard):
        self.page, self.uses_keyboard, self.presses, self.pages = page, uses_keyboard, 0, 0
        page.on("load", lambda _: setattr(self, "pages", self.pages + 1))

    def press(self, role, name):
        self.presses += 1
        target = self.page.get_by_role(role, name=name, exact=True).first
        press(self.page, target) if self.uses_keyboard else target.click()

    def write(self, label, text):
        field = self.page.get_by_label(label, exact=True).first
        if not self.uses_keyboard:
            field.fill(text)
        elif label == "Birth date":
            tab_to(self.page, field)
            self.page.keyboard.type("05171990")
        else:
            write(self.page, field, text)


def arrives(page, friend, code, suffix, uses_keyboard):
    visitor = Visitor(page, uses_keyboard)
    page.goto(URL)
    expect(page.get_by_role("heading", name="Training is better in company.")).to_be_visible()
    visitor.press("link", "Create an account")
    visitor.write("Username", f"walt_{suffix}")
    visitor.write("Name", f"Walt {suffix}")
    visitor.write("Password", PASSWORD)
    visitor.write("Birth date", "1990-05-17")
    visitor.press("button", "Create account")
    visitor.press("link", "Skip")
    visitor.press("button", "Save and continue")
    visitor.write("Minutes per week", "150")
    visitor.press("button", "Finish")
    expect(page).to_have_url(f"{URL}/")
    checklist = page.get_by_role("region", name="Getting started")
    expect(checklist).to_contain_text("1 of 6 done")
    expect(page.get_by_role("region", name="Example of a card")).to_be_visible()

    visitor.press("link", "Find your first friend")
    visitor.write("Friend code", code)
    visitor.press("button", "Add friend")
    expect(page.get_by_role("status").first).to_contain_text("Request sent")
    visitor.press("link", "Add")
    visitor.write("Title or session", "My first row")
    visitor.write("Time", "20:00")
    visitor.press("button", "Publish")
    expect(page.get_by_role("heading", name="My first row")).to_be_visible()
    gives_kudos(friend, suffix)

    visitor.press("link", "Home")
    expect(page.locator("#feed .givers")).to_contain_text("Vera")
    expect(checklist).to_contain_text("3 of 6 done")
    assert visitor.presses <= MOST_PRESSES, f"{visitor.presses} presses to the first kudos"
    assert visitor.pages <= MOST_PAGES, f"{visitor.pages} pages to the first kudos"
    print(f"arriving, {suffix}: {visitor.presses} presses, {visitor.pages} pages")
    visitor.press("button", "Hide in this browser")
    expect(checklist).to_have_count(0)


def gives_kudos(page, suffix):
    """The friend accepts the request and praises the workout."""
    page.goto(f"{URL}/friends")
    page.get_by_role("button", name=f"Accept Walt {suffix}’s request").click()
    page.goto(URL)
    card = page.locator("#feed > article:not(.earnings)").filter(has_text="My first row")
    # The first button is the workout's: below it, what it earned has its own.
    card.get_by_role("button", name="0 kudos").first.click()
    expect(card.get_by_role("button", name="1 kudos")).to_be_visible()


def follows_link(browser, scripted):
    """A friend's link names its owner after sign-up, until the request is sent, and visitors see no name. A link that no
    longer works still lets people sign up."""
    suffix = "js" if scripted else "plain"
    vera, xena = open_pages(browser, 2, scripted)
    sign_up(vera, f"vera_{suffix}", f"Vera {suffix}")
    vera.goto(f"{URL}/friends/find")
    code = vera.locator(".code .link a").inner_text().split("/")[-1]
    xena.goto(f"{URL}/add/{code}")
    expect(xena.get_by_role("heading", name="You are invited to be friends")).to_be_visible()
    expect(xena.get_by_text(f"Vera {suffix}")).to_have_count(0)
    xena.get_by_role("link", name="Create an account").last.click()
    xena.get_by_label("Username").fill("x")
    xena.get_by_label("Password").fill(PASSWORD)
    xena.get_by_label("Birth date").fill("1990-05-17")
    xena.get_by_role("button", name="Create account").click()
    expect(xena.get_by_role("note")).to_contain_text("You are invited to be friends")
    xena.get_by_label("Username").fill(f"xena_{suffix}")
    xena.get_by_label("Password").fill(PASSWORD)
    xena.get_by_role("button", name="Create account").click()
    loses_link(xena)
    for _ in range(3):
        expect(xena.get_by_role("note")).to_contain_text(f"Vera {suffix} invites you")
        xena.get_by_role("link", name="Skip", exact=True).click()
    xena.get_by_role("button", name="Send request").click()
    expect(xena.get_by_role("status").first).to_contain_text("Request sent")
    xena.get_by_role("link", name="Home", exact=True).first.click()
    expect(xena.get_by_role("region", name="Getting started")).to_be_visible()
    expect(xena.get_by_role("note")).to_have_count(0)
    vera.goto(f"{URL}/friends")
    expect(vera.get_by_role("button", name=f"Accept xena_{suffix}’s request")).to_be_visible()

    xena.context.clear_cookies()
    xena.goto(f"{URL}/join/short")
    expect(xena.get_by_role("heading", name="This link no longer works")).to_be_visible()
    xena.get_by_role("link", name="Create an account").last.click()
    expect(xena).to_have_url(f"{URL}/sign-up")


def loses_link(page):
    """Leaving the first step for the home page does not lose the invitation."""
    expect(page.get_by_text("Step 1 of 3")).to_be_visible()
    step = page.url
    page.get_by_role("link", name="Home", exact=True).first.click()
    expect(page.get_by_role("note")).to_contain_text("You are invited to be friends")
    page.get_by_role("link", name="View invitation").click()
    expect(page.get_by_role("button", name="Send request")).to_be_visible()
    page.goto(step)
