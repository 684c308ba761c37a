"""A lesson being worked through: from where it was left, and again what went wrong."""

from __future__ import annotations

from trainer.coach.grades import PASSING
from trainer.coach.verdict import Verdict
from trainer.content import Exercise, Lesson, Say
from trainer.progress import REVEALED, LessonStep, fingerprint
from trainer.session.sitting import Item, Sitting, Study, question_text

AGAIN = "again"
"""The step at the end of a lesson in which missed exercises come back."""


def item_of(lesson: Lesson, exercise: Exercise) -> Item:
    """An exercise as a question of its lesson."""
    return Item(
        source="lesson",
        source_id=lesson.id,
        question_id=f"{lesson.id}/{exercise.id}",
        question=exercise.question,
        prompt=exercise.prompt,
        hints=exercise.hints,
        explain=exercise.explain,
        themes=exercise.themes,
        receipt=exercise.receipt,
    )


class LessonRun:
    """One learner in one lesson.

    Steps come in order. An exercise answered wrongly is explained and comes back at the end, until
    every one has been answered right; then the lesson is finished.
    """

    def __init__(self, lesson: Lesson, study: Study) -> None:
        """Take a lesson up where it was left; a finished one is taken anew.

        Raises:
            ProgressError: what was done in it cannot be read.
        """
        self.lesson = lesson
        self.study = study
        self._again = list(lesson.exercises)
        """The order in which missed exercises come back."""
        progress = study.store.lessons().get(lesson.id)
        self.resumed = progress is not None and progress.step != ""
        self._passed = self._passed_before() if self.resumed else set()
        self.index = self._find(progress.step) if progress is not None and self.resumed else 0
        self._sitting: Sitting | None = None
        if self.resumed and self.step is None:
            # The exercise that was still to come is no longer in the lesson.
            study.store.save_lesson_step(self._place(self.index, self._passed), study.clock())

    def _step_id(self, index: int) -> str:
        """The name under which a step is found again, also after the lesson was edited.

        A text is named by the exercise it leads to, so that edits of texts do no harm.
        """
        for says, step in enumerate(self.lesson.steps[index:]):
            if isinstance(step, Exercise):
                return f"{says} before {step.id}" if says else step.id
        says = len(self.lesson.steps) - index
        return f"{says} before the end" if says else AGAIN

    def _find(self, step_id: str) -> int:
        """The step of a name; if it is gone, the first exercise not passed, with its texts."""
        ids = [self._step_id(index) for index in range(len(self.lesson.steps) + 1)]
        if step_id in ids:
            return ids.index(step_id)
        index = 0
        for place, step in enumerate(self.lesson.steps):
            if isinstance(step, Exercise):
                if step.id not in self._passed:
                    break
                index = place + 1
        return index

    def _passed_before(self) -> set[str]:
        current = {
            f"{self.lesson.id}/{exercise.id}": fingerprint(question_text(exercise.question))
            for exercise in self.lesson.exercises
        }
        passed: set[str] = set()
        for attempt in self.study.store.attempts(source="lesson", source_id=self.lesson.id):
            if current.get(attempt.question_id) == attempt.fingerprint:
                name = attempt.question_id.partition("/")[2]
                if attempt.grade in PASSING and attempt.hints < REVEALED:
                    passed.add(name)
                else:
                    passed.discard(name)
        return passed

    @property
    def missed(self) -> list[Exercise]:
        """Exercises that still have to be answered right."""
        return [exercise for exercise in self._again if exercise.id not in self._passed]

    @property
    def again(self) -> bool:
        """Whether the steps are through and missed exercises are coming back."""
        return self.index >= len(self.lesson.steps)

    @property
    def step(self) -> Say | Exercise | None:
        """What comes now; None once the lesson is finished."""
        if not self.again:
            return self.lesson.steps[self.index]
        return self.missed[0] if self.missed else None

    @property
    def told(self) -> Say | None:
        """The text that led to the exercise at hand, for who comes back to it."""
        before = self.lesson.steps[: self.index] if not self.again else ()
        return next((step for step in reversed(before) if isinstance(step, Say)), None)

    @property
    def number(self) -> tuple[int, int]:
        """Which exercise comes now or next, and how many there are."""
        exercises = self.lesson.exercises
        step = self.step
        if not exercises:
            return 0, 0
        if not isinstance(step, Exercise):
            ahead = self.lesson.steps[self.index :]
            step = next((step for step in ahead if isinstance(step, Exercise)), exercises[-1])
        return exercises.index(step) + 1, len(exercises)

    @property
    def sitting(self) -> Sitting:
        """The exercise at hand, being answered.

        Raises:
            ValueError: the step at hand is no exercise.
        """
        step = self.step
        if not isinstance(step, Exercise):
            raise ValueError("there is no exercise at hand")
        item = item_of(self.lesson, step)
        if self._sitting is None or self._sitting.item != item:
            self._sitting = Sitting(self.study, item)
        return self._sitting

    def read_on(self) -> None:
        """Go past a text.

        Raises:
            ProgressError: the place cannot be saved.
        """
        place = self._place(self.index + 1, self._passed)
        self.study.store.save_lesson_step(place, self.study.clock())
        self.index += 1

    def answer(self, text: str) -> Verdict:
        """Answer the exercise at hand; right or wrong, the lesson goes on.

        Raises:
            GameError: the text cannot be read as an answer; nothing is recorded.
            ProgressError: the answer cannot be saved; the exercise stays at hand.
        """
        step = self.step
        assert isinstance(step, Exercise)
        passed = set(self._passed)
        index = self.index if self.again else self.index + 1

        def moved(verdict: Verdict) -> LessonStep:
            if verdict.passed and not self.sitting.revealed:
                passed.add(step.id)
            else:
                passed.discard(step.id)
            return self._place(index, passed)

        verdict = self.sitting.answer(text, lesson_step=moved)
        self.index, self._passed = index, passed
        self._sitting = None
        if self.again and step.id not in passed and len(self.missed) > 1:
            # Not the same question twice in a row: it goes to the end of the missed ones.
            self._again.remove(step)
            self._again.append(step)
        return verdict

    def _place(self, index: int, passed: set[str]) -> LessonStep:
        finished = index >= len(self.lesson.steps) and all(
            exercise.id in passed for exercise in self.lesson.exercises
        )
        return LessonStep(self.lesson.id, "" if finished else self._step_id(index), finished)
