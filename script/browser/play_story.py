import pathlib
import re
import tempfile

from playwright.sync_api import expect

from community import URL, befriend, logbook, publish as publish_by_api, sign_up, open_pages


def play(browser, scripted):
    """One person publishes with the form; the other's feed announces the item, and they comment on its card."""
    suffix = "js" if scripted else "plain"
    pia, quinn = open_pages(browser, 2, scripted)
    sign_up(pia, f"pia_{suffix}", f"Pia {suffix}")
    sign_up(quinn, f"quinn_{suffix}", f"Quinn {suffix}")
    befriend(f"pia_{suffix}", f"quinn_{suffix}")
    for number in range(4):
        publish_by_api(f"pia_{suffix}", f"Row {number}")
    quinn.goto(URL)

    quinn.evaluate("scrollTo({ top: 300, behavior: \"instant\" })")
    before = first_visible_card(quinn)
    address = publish(pia, scripted)
    if scripted:
        # With what the workout earned.
        button = quinn.get_by_role("button", name=re.compile("^Show [0-9]+ new items?$"))
        expect(button).to_be_visible()
        assert first_visible_card(quinn) == before, "the feed must not move when a new item is announced"
        button.click()
    else:
        quinn.goto(URL)
    card = quinn.locator("article:not(.earnings)", has_text="Morning row")
    expect(card).to_contain_text("1:55.0 /500m")
    card.get_by_role("button", name="0 kudos").click()
    expect(card.get_by_role("button", name="1 kudos")).to_be_visible()
    # The script opens the form on the card; without it, the link leads to the item's form.
    card.get_by_role("link", name="0 comments").click()
    if scripted:
        expect(card.get_by_label("Your comment")).to_be_focused()
    quinn.get_by_label("Your comment").fill("Strong!")
    quinn.get_by_role("button", name="Send").click()
    if scripted:
        expect(card.get_by_role("link", name="1 comment")).to_be_focused()
    else:
        quinn.goto(URL)
    expect(card).to_contain_text("Strong!")
    expect(card.get_by_role("link", name="1 comment")).to_be_visible()

    if not scripted:
        pia.goto(address)
    expect(pia.locator(".thread")).to_contain_text("Strong!")
    expect(pia.locator(".faces")).to_contain_text(f"Quinn {suffix}")
    pia.get_by_label("Your comment").fill("Thanks")
    pia.get_by_role("button", name="Send").click()
    if scripted:
        expect(card).to_contain_text("Thanks")
        expect(card.get_by_role("link", name="2 comments")).to_be_visible()
    edit(pia, address)
    import_files(pia)
    set_goal(pia)


def first_visible_card(page):
    """Returns the first visible card and its position."""
    return page.evaluate("""() => {
      const card = [...document.querySelectorAll("#feed > article")].find((card) => card.getBoundingClientRect().top > 60);
      return [card?.id, card?.getBoundingClientRect().top, scrollY];
    }""")


def publish(page, scripted):
    """Publishes a workout, after an invalid time that is reported next to its field."""
    page.goto(URL)
    page.get_by_role("link", name="Add", exact=True).click()
    page.get_by_label("Title").fill("Morning row")
    page.get_by_label("Time", exact=True).first.fill("soon")
    page.get_by_label("Distance").first.fill("2 km")
    page.locator("#intervals summary").click()
    page.locator("#intervals fieldset").first.get_by_label("Time").fill("3:50")
    page.get_by_role("button", name="Add rows").first.click()
    expect(page.locator("#intervals fieldset")).to_have_count(4 if scripted else 6)
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#error-duration")).to_contain_text("Enter a time")
    expect(page.get_by_label("Title")).to_have_value("Morning row")
    page.get_by_label("Time", exact=True).first.fill("7:40")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("status").first).to_contain_text("Published")
    expect(page.get_by_role("heading", name="Morning row")).to_be_visible()
    return page.url


def edit(page, address):
    page.goto(address + "/edit")
    page.get_by_label("Title").fill("Evening row")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Evening row")).to_be_visible()


def import_files(page):
    """Imports a logbook twice, with the file picker and by drag and drop. The second import changes nothing."""
    steps = [(choose_file, "Publish 130 workouts", "Import complete"),
             (drop_file, "Publish again", "Already up to date")]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "season.csv"
        file.write_text(logbook(130))
        for select, button, heading in steps:
            page.goto(f"{URL}/workouts/import")
            select(page, page.get_by_label("Files"), file)
            page.get_by_role("button", name="Preview").click()
            expect(page.get_by_role("heading", name="130 workouts")).to_be_visible()
            page.get_by_role("button", name=button).click()
            expect(page.get_by_role("heading", name=heading)).to_be_visible()


def choose_file(page, field, file):
    field.set_input_files(file)


def drop_file(page, field, file):
    """Drops the file on the field, with the events of a desktop."""
    box = field.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    session = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, **at, "data": data})
    session.detach()


def set_goal(page):
    """Sets a weekly goal, whose progress includes at least the latest workout."""
    page.goto(URL)
    done = page.get_by_label("Your week").last.inner_text()
    distance = re.search(r"([0-9.]+)\skm", done).group(1)
    assert float(distance) >= 2, done
    page.get_by_role("link", name="Set a weekly goal").last.click()
    page.get_by_label("Kilometres per week").fill("40")
    page.get_by_role("button", name=re.compile("Save|Finish")).click()
    progress = re.compile(rf"Distance: {re.escape(distance)}\skm of 40\.0\skm")
    expect(page.get_by_role("progressbar", name=progress).last).to_be_visible()
