from playwright.sync_api import expect

from community import PASSWORD, URL, publish, sign_up, open_pages
from layout_shifts import watch_layout_shifts


def friends(browser, scripted):
    """Two people in two windows become friends; one publishes, the other reacts."""
    suffix = "js" if scripted else "plain"
    ana, ben = open_pages(browser, 2, scripted)
    sign_up(ana, f"ana_{suffix}", f"Ana {suffix}")
    sign_up(ben, f"ben_{suffix}", f"Ben {suffix}")

    ana.goto(f"{URL}/friends/find")
    if scripted:
        copies_link(ana)
    search = ana.get_by_role("searchbox")
    search.fill(f"ben_{suffix}")
    if not scripted:
        ana.get_by_role("button", name="Search").click()
    ana.get_by_role("button", name=f"Add Ben {suffix} as a friend").click()
    expect(ana.get_by_role("status").first).to_contain_text("Request sent")

    ben.goto(f"{URL}/friends")
    ben.get_by_role("button", name=f"Accept Ana {suffix}’s request").click()
    expect(ben.get_by_role("status").first).to_contain_text("friends now")

    workout = publish(f"ana_{suffix}", f"4x500m {suffix}")
    ben.goto(URL)
    card = ben.locator(f"#item-{workout}")
    expect(card).to_contain_text(f"4x500m {suffix}")
    card.get_by_role("button", name="0 kudos").click()
    expect(card.get_by_role("button", name="1 kudos")).to_have_attribute("aria-pressed", "true")
    if scripted:
        card.get_by_role("button", name="1 kudos").click()
        expect(card.get_by_role("button", name="0 kudos")).to_be_visible()
        button = card.get_by_role("button", name="0 kudos")
        button.hover()
        ben.mouse.down()
        expect(card.get_by_role("button", name="1 kudos")).to_be_visible()
        ben.mouse.up()
        expect(card.get_by_role("button", name="1 kudos")).to_be_visible()

    card.get_by_role("link", name=f"4x500m {suffix}").click()
    ben.get_by_label("Your comment").fill(f"Fast! <b>@ana_{suffix}</b>")
    ben.get_by_role("button", name="Send").click()
    expect(ben.locator(".comment")).to_contain_text(f"Fast! <b>@ana_{suffix}</b>")

    ana.goto(f"{URL}/workouts/{workout}")
    expect(ana.locator(".faces")).to_contain_text(f"Ben {suffix}")
    if scripted:
        expect(ana.locator(".faces")).to_contain_text("Big")
    ana.get_by_role("button", name="0 hearts").click()
    expect(ana.get_by_role("button", name="1 heart")).to_have_attribute("aria-pressed", "true")
    ana.goto(f"{URL}/workouts/{workout}")
    opens_reply(ana)
    ana.get_by_label("Your reply").fill("Thank you")
    ana.locator("form:has([id^=reply-])").get_by_role("button", name="Send").click()
    expect(ana.locator(".comment.reply")).to_contain_text("Thank you")
    ana.locator(".comment.reply").get_by_role("link", name="Edit", exact=True).click()
    ana.get_by_label("Edit your comment").fill("Thank you!")
    ana.get_by_role("button", name="Save").click()
    expect(ana.locator(".comment.reply")).to_contain_text("edited")

    ana.get_by_label("Visible to").select_option("private")
    if not scripted:
        ana.get_by_role("button", name="Change").click()
    else:
        expect(ana.locator("#announcer")).to_contain_text("Only me")
    expect(ana.get_by_label("Visible to")).to_have_value("private")
    # With JavaScript, the live stream replaces the open page.
    if not scripted:
        ben.goto(f"{URL}/workouts/{workout}")
    expect(ben.get_by_role("heading", name="Page not found")).to_be_visible()

    ben.goto(f"{URL}/@ana_{suffix}/unfriend")
    ben.get_by_role("button", name="Unfriend").click()
    expect(ben.get_by_role("button", name=f"Add Ana {suffix} as a friend")).to_be_visible()
    ben.goto(f"{URL}/@ana_{suffix}/block")
    ben.get_by_role("button", name="Block").click()
    expect(ben.get_by_role("button", name=f"Unblock Ana {suffix}")).to_be_visible()

    if scripted:
        checks_username(browser)
    ben.get_by_label("Account").click()
    ben.get_by_role("button", name="Sign out everywhere").click()
    expect(ben.get_by_role("link", name="Create an account").first).to_be_visible()
    ben.goto(f"{URL}/friends")
    expect(ben).to_have_url(f"{URL}/sign-in?next=/friends")
    ben.get_by_label("Username").fill(f"ben_{suffix}")
    ben.get_by_label("Password").fill(PASSWORD)
    ben.get_by_role("button", name="Sign in", exact=True).click()
    expect(ben).to_have_url(f"{URL}/friends")


def opens_reply(page):
    """The box for a reply opens below its comment, with the focus, and closes again with Cancel."""
    comment, box = page.locator(".comment"), page.get_by_label("Your reply")
    page.get_by_role("link", name="Reply").click()
    expect(comment.filter(has=box)).to_have_count(1)
    expect(box).to_be_focused()
    expect(box).to_be_in_viewport()
    comment.get_by_role("link", name="Cancel").click()
    expect(box).to_have_count(0)
    expect(comment).to_be_in_viewport()
    page.get_by_role("link", name="Reply").click()
    expect(box).to_be_focused()


def checks_username(browser):
    """Shows whether a username is available while it is typed."""
    page = watch_layout_shifts(browser.new_context()).new_page()
    page.goto(f"{URL}/sign-up")
    page.get_by_label("Username").press_sequentially("ana_js")
    expect(page.locator("#hint-username")).to_contain_text("taken")
    page.get_by_label("Username").fill("ana_free")
    expect(page.locator("#hint-username")).to_contain_text("is available")


def copies_link(page):
    """Copies a link without the clipboard API, which browsers offer only over TLS."""
    page.evaluate("""() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.addEventListener("copy", () => { window.copied = `${getSelection()}`.trim(); });
    }""")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("copied") == page.locator(".code .link").inner_text(), "the copied text must be the link"
