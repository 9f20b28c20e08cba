"""Usage: script/browser/walk.py URL LAST-DAY FOLDER [--pictures]

Walks through the web app at the URL as people do, and leaves pictures in the folder. script/browser-test runs it."""
import pathlib
import shutil
import sys

from playwright.sync_api import expect, sync_playwright

from failures import failures
from friends_story import friends
from groups_story import groups
from keyboard_story import keyboard
from live_story import live
from pictures import pictures
from play_story import play
from settings_story import settings
from swipe_story import swipe

FOLDER = pathlib.Path(sys.argv[3])
ONLY_PICTURES = "--pictures" in sys.argv
STORIES = [friends, groups, settings, play, live, swipe, keyboard]

shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
expect.set_options(timeout=10_000)
with sync_playwright() as driver:
    browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    if not ONLY_PICTURES:
        for story in STORIES:
            for scripted in (True, False):
                story(browser, scripted)
    pictures(browser, FOLDER, ONLY_PICTURES)
    browser.close()
for failure in failures:
    print(failure)
print(f"{len(list(FOLDER.iterdir()))} pictures in {FOLDER}, {len(failures)} failures")
sys.exit(1 if failures else 0)
