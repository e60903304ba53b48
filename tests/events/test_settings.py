from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from events.settings import InvalidSetting, Settings, read_settings, variable_of


def test_nothing_set_gives_the_defaults():
    assert read_settings({}) == Settings()


def test_every_setting_is_read_from_its_variable():
    written = {"int": ("7", 7), "bool": ("yes", True), "str": ("text", "text")}
    for setting in fields(Settings):
        text, value = written[str(setting.type)]
        read = read_settings({variable_of(setting): text})
        assert getattr(read, setting.name) == value, setting.name


def test_the_queue_is_in_the_store_unless_told_otherwise():
    assert read_settings({"REDIS_URL": "redis://a"}).queue_url == "redis://a"
    assert read_settings({"REDIS_URL": "redis://a", "QUEUE_REDIS_URL": "redis://b"}).queue_url == "redis://b"


@pytest.mark.parametrize(
    ("variable", "text"),
    [("MONKEYS_PORT", "x"), ("MONKEYS_PORT", "-1"), ("MONKEYS_PORT", ""), ("MONKEYS_ALLOW_VOLATILE_STORE", "perhaps")],
)
def test_what_cannot_be_read_is_refused_by_name_and_without_its_value(variable, text):
    with pytest.raises(InvalidSetting) as refused:
        read_settings({variable: text})
    assert str(refused.value).startswith(f"{variable} must be ")
    assert not text or text not in str(refused.value).replace(variable, "").split()


def test_the_readme_lists_every_setting_with_its_default():
    readme = Path("README.md").read_text()
    for setting in fields(Settings):
        written = {True: "yes", False: "no"}.get(setting.default) if setting.type == "bool" else setting.default
        default = "" if written == "" else f"`{written}`"
        assert f"| `{variable_of(setting)}` | {default} | {setting.metadata['about']} |" in readme
