"""`loadproof completion`: what a shell needs to complete verbs, options, languages and runs.

Each script asks the command line itself, in the way that bash does: by words, of which one is under the cursor. What
comes back is lines of values, which no shell evaluates.
"""

from enum import StrEnum
from typing import Annotated

import typer

__all__ = ["ASKED", "Shell", "answer_shells", "completion"]

ASKED = "_LOADPROOF_COMPLETE"
"""The variable by which a shell asks; typer makes its name of that of the program."""
_BASH = f"""\
# bash: eval "$(loadproof completion bash)", in ~/.bashrc for every shell to come.
_loadproof_completion() {{
    local IFS=$'\\n'
    # An empty line is no word: then bash completes files.
    COMPREPLY=($(COMP_WORDS="${{COMP_WORDS[*]}}" COMP_CWORD="$COMP_CWORD" {ASKED}=complete_bash "$1" 2>/dev/null))
}}
complete -o default -F _loadproof_completion loadproof
"""
_ZSH = f"""\
#compdef loadproof
# zsh: eval "$(loadproof completion zsh)" after compinit, in ~/.zshrc for every shell to come.
_loadproof_completion() {{
    local -a found
    found=("${{(@f)$(COMP_WORDS="${{(F)words}}" COMP_CWORD=$((CURRENT - 1)) \\
        {ASKED}=complete_bash ${{~${{(Q)words[1]}}}} 2>/dev/null)}}")
    found=(${{found:#}})
    if (( ${{#found}} )); then compadd -- "${{found[@]}}"; else _files; fi
}}
compdef _loadproof_completion loadproof
"""
_FISH = f"""\
# fish: loadproof completion fish > ~/.config/fish/completions/loadproof.fish
function __loadproof_completion
    set -l before (commandline -opc)
    set -l words $before (commandline -ct)
    set -l found (env COMP_WORDS=(string join \\n -- $words | string collect) COMP_CWORD=(count $before) \\
        {ASKED}=complete_bash $before[1] 2>/dev/null)
    set found (string match -v -- '' $found)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command loadproof --no-files --arguments '(__loadproof_completion)'
"""


class Shell(StrEnum):
    """Shells that a script is there for."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


_SCRIPTS = {Shell.BASH: _BASH, Shell.ZSH: _ZSH, Shell.FISH: _FISH}


def completion(
    shell: Annotated[Shell, typer.Argument(help="The shell that is to complete.", show_default=False)],
) -> None:
    """Print the script by which a shell completes verbs, options and runs; its first lines say where it goes."""
    typer.echo(_SCRIPTS[shell], nl=False)


def answer_shells() -> None:
    """Lets typer answer a shell that asks; without this it knows of none."""
    from typer._completion_classes import completion_init

    completion_init()
