"""Usage: script/browser/run.py URL LAST-DAY FOLDER stories|light|dark|paint [--pictures | --landing]

Tests one part of the web app at the URL: its stories, or its screens in light or dark, with screenshots in the folder.
The part paint measures instead of testing. With --landing, the folder gets only the pictures of the landing page, and
docs/pictures those of README.
script/browser-test runs it for each part."""
import shutil
import sys

from playwright.sync_api import expect, sync_playwright

from arriving_story import arriving
from crew_story import crew
from experience_story import experience
from failures import failures
from feed_story import feed
from forms_story import forms
from friends_story import friends
from groups_story import groups
from inbox_story import inbox
from keyboard_story import keyboard
from landing import landing
from live_story import live
from paint import paint
from passkey_story import passkeys
from pictures import pictures
from play_story import play
from settings_story import settings
from slow_story import slow
from swipe_story import swipe

FOLDER, PART = sys.argv[3:5]
ONLY_PICTURES = "--pictures" in sys.argv
STORIES = [arriving, friends, forms, feed, inbox, groups, crew, settings, passkeys, play, experience, live, swipe, slow, keyboard]

# Signing up hashes a password, which takes seconds in a debug build on a busy machine.
expect.set_options(timeout=30_000)
with sync_playwright() as driver:
    browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    if PART == "stories":
        for story in STORIES:
            for scripted in (True, False):
                story(browser, scripted)
    elif PART == "paint":
        paint(browser)
    elif "--landing" in sys.argv:
        landing(browser, FOLDER, PART)
    else:
        pictures(browser, FOLDER, PART, ONLY_PICTURES)
    browser.close()
for failure in failures:
    print(failure)
print(f"{PART}: {len(failures)} failures")
sys.exit(1 if failures else 0)
