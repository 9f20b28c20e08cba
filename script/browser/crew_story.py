import datetime

from playwright.sync_api import expect

from community import PASSWORD, URL, open_pages, sign_up
from groups_story import create_group


def crew(browser, scripted):
    """A parent creates a group and shares its link. A child follows it, reads what is missing, becomes the parent's
    friend by code, and joins."""
    suffix = "js" if scripted else "plain"
    tova, kaj = open_pages(browser, 2, scripted)
    sign_up(tova, f"tova_{suffix}", f"Tova {suffix}")
    link = create_group(tova, f"Family {suffix}")
    tova.goto(f"{URL}/friends/find")
    code = tova.locator(".code .link a").inner_text().split("/")[-1]

    kaj.goto(f"{URL}/join/{link.split('/')[-1]}")
    expect(kaj.get_by_role("link", name="What a child’s account shows, and to whom")).to_be_visible()
    sign_up_child(kaj, f"kaj_{suffix}", f"Kaj {suffix}")
    expect(kaj.get_by_role("heading", name="You can’t join with this link")).to_be_visible()
    expect(kaj.get_by_text("whose owner is your friend")).to_be_visible()
    kaj.get_by_role("link", name="Add a friend by code").click()
    kaj.get_by_label("Friend code", exact=True).fill(code)
    kaj.get_by_role("button", name="Add friend").click()
    expect(kaj.get_by_role("status").first).to_contain_text("Request sent")

    tova.goto(f"{URL}/friends")
    tova.get_by_role("button", name=f"Accept Kaj {suffix}’s request").click()
    expect(tova.get_by_role("status").first).to_contain_text("friends now")

    kaj.get_by_role("link", name="Home", exact=True).first.click()
    expect(kaj.get_by_role("note")).to_contain_text("You are invited to a group")
    kaj.get_by_role("link", name="View invitation").click()
    expect(kaj.get_by_role("heading", name=f"Family {suffix}")).to_be_visible()
    kaj.get_by_role("button", name="Join group").click()
    expect(kaj.get_by_role("status").first).to_contain_text("You joined the group")
    kaj.get_by_role("link", name="The group’s feed").click()
    expect(kaj.get_by_label("Filter by person or group").locator("option:checked")).to_have_text(f"Family {suffix}")
    expect(kaj.get_by_role("note")).to_have_count(0)


def sign_up_child(page, username, name):
    """Signs up a child of ten from the page of a link, and skips the welcome steps."""
    page.get_by_role("link", name="Create an account").last.click()
    page.get_by_label("Username").fill(username)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Birth date").fill(f"{datetime.date.today().year - 10}-01-01")
    page.get_by_role("button", name="Create account").click()
    for number in (1, 2, 3):
        expect(page.get_by_text(f"Step {number} of 3")).to_be_visible()
        page.get_by_role("link", name="Skip", exact=True).click()
