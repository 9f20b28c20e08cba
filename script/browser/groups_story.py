from playwright.sync_api import expect

from community import URL, sign_up, open_pages


def groups(browser, scripted):
    """One person creates a group and another joins it. The board ranks both, until one is removed."""
    suffix = "js" if scripted else "plain"
    cara, dan = open_pages(browser, 2, scripted)
    sign_up(cara, f"cara_{suffix}", f"Cara {suffix}")
    link = create_group(cara, f"Crew {suffix}")
    join_group(dan, link, f"dan_{suffix}", f"Dan {suffix}")

    paste_scores(cara, "Wordle 1,980 2/6\n\nnerdlegame 1402 3/6\n\n🟪⬛🟪⬛🟪🟩⬛⬛\n🟪⬛🟪⬛🟪🟩⬛⬛\n🟩🟩🟩🟩🟩🟩🟩🟩", ["2 guesses", "3 guesses"])
    paste_scores(dan, "Wordle 1,980 5/6", ["5 guesses"])
    check_board(dan, cara, scripted, f"Crew {suffix}")

    cara.goto(f"{URL}/groups")
    cara.get_by_role("link", name=f"Crew {suffix}", exact=True).click()
    cara.get_by_label(f"Actions for Dan {suffix}").click()
    cara.get_by_role("link", name="Remove from group").click()
    cara.get_by_role("button", name="Remove from group").click()
    expect(cara.get_by_role("status").first).to_contain_text("Member removed")
    address = dan.url
    dan.goto(f"{URL}/games")
    expect(dan.get_by_role("link", name=f"Crew {suffix}")).to_have_count(0)
    dan.goto(address)
    expect(dan.get_by_role("heading", name="Page not found")).to_be_visible()


def create_group(page, title):
    """Creates a group and returns its link."""
    page.goto(f"{URL}/groups")
    page.get_by_label("Name", exact=True).fill(title)
    page.get_by_role("button", name="Create group").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.get_by_role("link", name="Invite people").click()
    page.get_by_role("button", name="Show link").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    return page.locator(".link a").inner_text()


def join_group(page, link, username, name):
    """Opens the link, signs up, skips the welcome steps, and joins the group."""
    path = f"{URL}/join/{link.split('/')[-1]}"
    page.goto(path)
    expect(page.get_by_role("heading", name="You are invited to a group")).to_be_visible()
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Username").fill(username)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_label("Birth date").fill("1990-05-17")
    page.get_by_role("button", name="Create account").click()
    for number in (1, 2, 3):
        expect(page.get_by_text(f"Step {number} of 3")).to_be_visible()
        expect(page.get_by_role("note")).to_contain_text("invites you to")
        page.get_by_role("link", name="Skip", exact=True).click()
    expect(page).to_have_url(path)
    page.get_by_role("button", name="Join group").click()
    expect(page.get_by_role("status").first).to_contain_text("You joined the group")


def paste_scores(page, text, results):
    """Pastes share texts and publishes their results for today."""
    page.goto(f"{URL}/games")
    page.get_by_role("link", name="Add a score").first.click()
    page.get_by_label("Result from the game").fill(text)
    page.get_by_role("button", name="Find my scores").click()
    for place, result in enumerate(results):
        expect(page.locator(".found").nth(place)).to_contain_text(result)
        day = page.locator(".found input[type=date]").nth(place)
        day.fill(day.get_attribute("max"))
    page.get_by_role("button", name="Publish selected").click()
    expect(page.get_by_role("status").first).to_contain_text("on the leaderboards")


def check_board(page, other, scripted, title):
    """Checks that the board ranks both, and that its address opens the same board for the other."""
    page.goto(f"{URL}/games")
    page.get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_role("link", name=title, exact=True)).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="Wordle").first.click()
    expect(page.get_by_role("heading", name="Wordle")).to_be_visible()
    rows = page.locator("#rows > li")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("2 guesses")
    expect(rows.nth(1)).to_contain_text("5 guesses")
    expect(rows.nth(1)).to_contain_text("You")
    if scripted:
        expect(page.locator("#announcer")).to_contain_text("Wordle, Today")
        page.get_by_role("link", name="7 days").click()
        expect(page.get_by_role("link", name="7 days")).to_be_focused()
        expect(rows.nth(0)).to_contain_text("5 pts")
        page.go_back()
        expect(rows.nth(0)).to_contain_text("2 guesses")
    expect(page.get_by_role("link", name="Later")).to_have_count(0)
    other.goto(page.url)
    expect(other.locator("#rows > li").nth(0)).to_contain_text("You")
