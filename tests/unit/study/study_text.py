"""A small study, with lines added where a test wants them."""

__all__ = ["study_text"]


def study_text(
    *, stand: str = "", service: str = "", profile: str = "", methods: str = "  capacity:", rest: str = ""
) -> str:
    """A study whose line 5 is `services`, 8 to 10 the profile; `service` is added in line 8, `stand` in line 3, ...

    Each addition is without indentation and ends its line; `methods` replaces the methods, with indentation.
    """
    return "\n".join(
        (
            "name: s",
            "stand:",
            *_indented(stand, 2),
            *([] if "target:" in stand else ["  target: http://127.0.0.1:${api.port}"]),
            "  services:",
            "    api:",
            *([] if "command:" in service else ["      command: api"]),
            *_indented(service, 6),
            "profile:",
            *_indented(profile, 2),
            *([] if "operations:" in profile else ["  operations:", "    get: {request: GET /}"]),
            "methods:",
            *methods.splitlines(),
            rest,
            "",
        )
    )


def _indented(text: str, spaces: int) -> list[str]:
    return [" " * spaces + line for line in text.splitlines()]
