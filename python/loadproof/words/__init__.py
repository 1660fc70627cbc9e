"""Texts for people, in each language.

# Layout

- `en.ftl`, `ru.ftl`, `zh.ftl`: one catalogue a language; a new language is one more file.
- `languages` names them; `catalogue` makes a text of a `Message`, a code with its values.
- `locale_library`: Babel and Fluent, imported whatever the time zone of the environment.
- `figures` knows the digits and marks of numbers.
"""
