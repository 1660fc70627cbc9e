"""Rule file of Prometheus: alerting rules as YAML, with the alarms that have none as comments."""

import io
from collections.abc import Sequence

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString

from loadproof.alarms.prometheus import SHORTEST_WINDOW_S, NotExported, PrometheusRule
from loadproof.model.visible_text import visible, visible_line

__all__ = ["left_out_line", "rule_file"]

_NEVER_FOLDED = 2**31
_MAPPING_INDENT, _SEQUENCE_INDENT, _DASH_OFFSET = 2, 4, 2
_HEAD = (
    "Alerting rules of Prometheus from the alarms of a study: loadproof alarms export.",
    f"Rates and means are over at least {SHORTEST_WINDOW_S} s, which has four scrapes that are 15 s apart.",
    "keep_firing_for needs Prometheus 2.42.",
)


def rule_file(study: str, rules: Sequence[PrometheusRule], left_out: Sequence[NotExported]) -> str:
    """Return the text of the rule file of a study. It has one group, or none if there is no rule."""
    document = CommentedMap(groups=CommentedSeq([_group(study, rules)] if rules else []))
    head = [*_HEAD, *(["", "Not exported:"] if left_out else []), *(f"- {left_out_line(one)}" for one in left_out)]
    document.yaml_set_start_comment("\n".join(head))
    emitter = YAML()
    emitter.width = _NEVER_FOLDED
    emitter.indent(mapping=_MAPPING_INDENT, sequence=_SEQUENCE_INDENT, offset=_DASH_OFFSET)
    stream = io.StringIO()
    emitter.dump(document, stream)
    return visible(stream.getvalue())


def left_out_line(one: NotExported) -> str:
    """Return one line with the name of an alarm, its rule and the reason why it has no alerting rule."""
    return visible_line(f"{one.alarm.name} ({one.alarm.text}): {one.reason}")


def _group(study: str, rules: Sequence[PrometheusRule]) -> CommentedMap:
    written = CommentedSeq(_rule(study, rule) for rule in rules)
    return CommentedMap(name=_text(study), rules=written)


def _rule(study: str, rule: PrometheusRule) -> CommentedMap:
    alarm = rule.alarm
    written = CommentedMap(alert=_text(alarm.name), expr=_text(rule.expression))
    if alarm.for_s:
        written["for"] = f"{alarm.for_s}s"
    if alarm.keep_firing_for_s:
        written["keep_firing_for"] = f"{alarm.keep_firing_for_s}s"
    written["labels"] = CommentedMap(study=_template(study))
    annotations = CommentedMap(rule=_template(alarm.text), metrics=_template(rule.source))
    if rule.remark:
        annotations["remark"] = _template(rule.remark)
    written["annotations"] = annotations
    return written


def _template(text: str) -> str:
    """Return a text that Prometheus expands, as a template of Go, to `text`."""
    return _text(text.replace("{{", '{{"{{"}}'))


def _text(text: str) -> str:
    """Return a text in quotes; in double quotes if it has hidden characters: only there YAML has escapes for them."""
    is_single = '"' in text and visible_line(text) == text
    quoted: str = SingleQuotedScalarString(text) if is_single else DoubleQuotedScalarString(text)
    return quoted
