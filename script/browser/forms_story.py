from playwright.sync_api import expect

from community import PASSWORD, URL, befriend, open_pages, publish, sign_up


def forms(browser, scripted):
    """A pattern fills in a workout, a form outlives its session, and comments mention a friend and outlive an outage."""
    suffix = "js" if scripted else "plain"
    nia, ola = open_pages(browser, 2, scripted)
    sign_up(nia, f"nia_{suffix}", f"Nia {suffix}")
    sign_up(ola, f"ola_{suffix}", f"Ola {suffix}")
    fills_in(nia, scripted)
    sums_up(nia)
    outlives_session(nia, f"nia_{suffix}")
    befriend(f"nia_{suffix}", f"ola_{suffix}")
    mentions(nia, publish(f"ola_{suffix}", "5k"), f"ola_{suffix}", scripted)
    if scripted:
        survives_outage(nia)


def fills_in(page, scripted):
    page.goto(f"{URL}/workouts/add")
    title = page.get_by_label("Title or session")
    title.fill("4x500m/2:00r")
    if scripted:
        title.press("Tab")
    else:
        page.get_by_role("button", name="Fill in from title").click()
    expect(page.locator('[name="intervals.3.distance"]')).to_have_value("500")
    expect(page.locator('[name="intervals.3.restDuration"]')).to_have_value("2:00")
    expect(page.locator('[name="distance"]')).to_have_value("2000")
    if scripted:
        expect(page.get_by_role("button", name="Fill in from title")).to_be_focused()
    page.get_by_label("Sport").select_option("strength")
    if not scripted:
        page.get_by_role("button", name="Change sport").click()
    expect(page.locator('[name="sets.0.exercise"]')).to_have_count(1)
    expect(page.locator('[name="strokeRate"]')).to_have_count(0)
    # Nothing that was filled in is lost.
    expect(page.locator('[name="intervals.3.distance"]')).to_have_value("500")


def sums_up(page):
    page.goto(f"{URL}/workouts/add")
    page.get_by_role("button", name="Publish").click()
    summary = page.get_by_role("alert")
    expect(summary).to_contain_text("Fix 2 fields:")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name="Time: Enter how long it took.").click()
    expect(page.locator('[name="duration"]')).to_be_focused()


def outlives_session(page, username):
    page.goto(f"{URL}/workouts/add")
    page.get_by_label("Title or session").fill("Upper body")
    page.locator('[name="duration"]').fill("45:00")
    page.context.clear_cookies(name="paceline-session")
    page.get_by_role("button", name="Publish").click()
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("Your session had ended.")
    expect(page.get_by_label("Title or session")).to_have_value("Upper body")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("status").first).to_contain_text("Published.")
    expect(page.locator("h1").first).to_contain_text("Upper body")


def mentions(page, workout, username, scripted):
    page.goto(f"{URL}/workouts/{workout}")
    box = page.get_by_label("Your comment")
    box.press_sequentially(f"Strong, @{username[:3]}")
    if scripted:
        option = page.get_by_role("option")
        page.set_viewport_size({"width": 360, "height": 740})
        expect(option.first).to_contain_text(f"@{username}")
        expect(option.first).to_have_attribute("aria-selected", "true")
        expect(option.first).to_be_in_viewport()
        box.press("Enter")
        expect(box).to_have_value(f"Strong, @{username} ")
        box.press_sequentially("and @ol")
        expect(option.first).to_be_visible()
        box.press("Escape")
        expect(option).to_have_count(0)
        expect(box).to_be_focused()
    else:
        box.fill(f"Strong, @{username}")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".comment").get_by_role("link", name=f"@{username}")).to_be_visible()


def survives_outage(page):
    """A comment that can't be sent stays in its card, and the same button sends it once the connection is back."""
    page.goto(URL)
    talk = page.locator("#feed .talk").first
    talk.locator("[data-say]").click()
    box, send = talk.locator(".say textarea"), talk.get_by_role("button", name="Send")
    box.fill("Even splits")
    page.route("**/comments", lambda route: route.abort("internetdisconnected"))
    send.click()
    expect(talk.get_by_role("alert")).to_have_text("Not sent. Try again in a moment.")
    expect(box).to_have_value("Even splits")
    page.unroute("**/comments")
    send.click()
    expect(talk.locator("[data-latest]")).to_contain_text("Even splits")
