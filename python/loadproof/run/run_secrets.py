"""What a run hides wherever it writes: secrets that its study or profile names, and credentials that it sends."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.model.profile import Profile
from loadproof.study.secret import named_secrets, profile_with_secrets
from loadproof.study.study import Study
from loadproof.system.secret_mask import SHORTEST_HIDDEN, is_hidden

__all__ = ["RunSecrets", "run_secrets"]

_CREDENTIALS = frozenset({"authorization", "proxy-authorization", "cookie"})


@dataclass(frozen=True, slots=True)
class RunSecrets:
    """Texts for a `SecretMask`, and a doubt for each secret that none can hide."""

    texts: tuple[str, ...]
    doubts: tuple[Doubt, ...]


def run_secrets(written: Study | Profile, environment: Mapping[str, str]) -> RunSecrets:
    """All of a run, before anything of it is started: of the stands too, and of the probes. Raises SecretError."""
    named = named_secrets(written, environment)
    profile = written.profile if isinstance(written, Study) else written
    texts = (*named.values(), *_credentials(profile_with_secrets(profile, environment)))
    return RunSecrets(
        tuple(dict.fromkeys(filter(None, texts))),
        tuple(
            Doubt(
                DoubtCode.SHORT_SECRET,
                f"the secret {name} has no line of {SHORTEST_HIDDEN} characters, and is not hidden: logs, replies and "
                "reports hold it where the service writes it",
            )
            for name, value in named.items()
            if not is_hidden(value)
        ),
    )


def _credentials(profile: Profile) -> Iterator[str]:
    """Values of headers that identify the caller, as they are sent."""
    for operation in profile.operations:
        for name, value in operation.headers:
            # A template is filled anew for each call: what comes into it is no secret of the file.
            if name.lower() in _CREDENTIALS and "${" not in value:
                yield value
                yield value.partition(" ")[2]
