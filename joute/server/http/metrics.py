"""What Prometheus may ask: counts and gauges as its text format writes them."""

from collections import Counter
from collections.abc import Mapping


class Metrics:
    """Counts since the server started."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()

    def answered(self, status: int) -> None:
        """One more answer."""
        self.answers[status] += 1

    def text(self, gauges: Mapping[str, tuple[str, float]], counts: Mapping[str, tuple[str, float]]) -> str:
        """Everything, in Prometheus' text format."""
        lines = ["# HELP joute_answers_total answers by HTTP status", "# TYPE joute_answers_total counter"]
        lines += [f'joute_answers_total{{status="{status}"}} {count}' for status, count in sorted(self.answers.items())]
        for kind, values in (("gauge", gauges), ("counter", counts)):
            for name, (meaning, value) in values.items():
                lines += [f"# HELP joute_{name} {meaning}", f"# TYPE joute_{name} {kind}", f"joute_{name} {value:g}"]
        return "\n".join(lines) + "\n"
