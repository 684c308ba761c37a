"""Lessons and puzzles: reading them, finding them, and checking what they claim."""

from trainer.content.daily import daily_puzzle, is_retired, reserved
from trainer.content.errors import BrokenFile, ContentError, NoSuchContent, Problem
from trainer.content.library import Library
from trainer.content.load import (
    load_lesson,
    load_puzzle,
    read_position_file,
    read_position_text,
)
from trainer.content.locate import shipped_folder
from trainer.content.model import Exercise, Lesson, Puzzle, Say, Step
from trainer.content.records import Recorded, read_records

__all__ = [
    "BrokenFile",
    "ContentError",
    "Exercise",
    "Lesson",
    "Library",
    "NoSuchContent",
    "Problem",
    "Puzzle",
    "Recorded",
    "Say",
    "Step",
    "daily_puzzle",
    "is_retired",
    "load_lesson",
    "load_puzzle",
    "read_position_file",
    "read_position_text",
    "read_records",
    "reserved",
    "shipped_folder",
]
