"""A lesson being worked through: from where it was left, and again what went wrong."""

from __future__ import annotations

from trainer.coach.verdict import Verdict
from trainer.content import Exercise, Lesson, Say
from trainer.progress import LessonStep, fingerprint
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
        receipt=exercise.receipt,
    )


class LessonRun:
    """One learner in one lesson.

    Steps come in order. An exercise answered wrongly is explained and comes back at the end, until
    every one has been answered right; then the lesson is finished.
    """

    def __init__(self, lesson: Lesson, study: Study, *, restart: bool = False) -> None:
        self.lesson = lesson
        self.study = study
        self.exercises = [step for step in lesson.steps if isinstance(step, Exercise)]
        progress = study.store.lessons().get(lesson.id)
        self.resumed = bool(progress and progress.step and not restart)
        self.index = self._find(progress.step) if progress and not restart else 0
        self._passed = set() if restart else self._passed_before()
        if progress and progress.finished_at and not progress.step:
            self._passed = set()  # a finished lesson is taken anew
        self._sitting: Sitting | None = None

    def _step_id(self, index: int) -> str:
        if index >= len(self.lesson.steps):
            return AGAIN
        step = self.lesson.steps[index]
        if isinstance(step, Exercise):
            return step.id
        # A text is found again by the exercise it leads to, so that edits of texts do no harm.
        says = 0
        while index < len(self.lesson.steps):
            step = self.lesson.steps[index]
            if isinstance(step, Exercise):
                return f"{says} before {step.id}"
            index, says = index + 1, says + 1
        return AGAIN

    def _find(self, step_id: str) -> int:
        if step_id == AGAIN:
            return len(self.lesson.steps)
        ids = [self._step_id(index) for index in range(len(self.lesson.steps))]
        return ids.index(step_id) if step_id in ids else 0

    def _passed_before(self) -> set[str]:
        current = {
            f"{self.lesson.id}/{exercise.id}": fingerprint(question_text(exercise.question))
            for exercise in self.exercises
        }
        passed = set()
        for attempt in self.study.store.attempts(source="lesson", source_id=self.lesson.id):
            if current.get(attempt.question_id) == attempt.fingerprint:
                name = attempt.question_id.partition("/")[2]
                if attempt.grade in ("right", "fine"):
                    passed.add(name)
                else:
                    passed.discard(name)
        return passed

    @property
    def missed(self) -> list[Exercise]:
        """Exercises that still have to be answered right."""
        return [exercise for exercise in self.exercises if exercise.id not in self._passed]

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
    def number(self) -> tuple[int, int]:
        """Which exercise this is, and how many there are."""
        step = self.step
        if isinstance(step, Exercise):
            return self.exercises.index(step) + 1, len(self.exercises)
        done = [s for s in self.lesson.steps[: self.index] if isinstance(s, Exercise)]
        return len(done), len(self.exercises)

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
        self.index += 1
        self.study.store.save_lesson_step(self._place(self.index), self.study.clock())

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
            self.exercises.remove(step)
            self.exercises.append(step)
        return verdict

    def _place(self, index: int, passed: set[str] | None = None) -> LessonStep:
        done = self._passed if passed is None else passed
        finished = index >= len(self.lesson.steps) and all(
            exercise.id in done for exercise in self.exercises
        )
        return LessonStep(self.lesson.id, "" if finished else self._step_id(index), finished)
