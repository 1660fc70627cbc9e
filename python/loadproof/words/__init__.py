"""What is told to people, in each language.

# Layout

- `en.ftl`, `ru.ftl`, `zh.ftl`: one catalogue a language; a new language is one more file.
- `languages` names them; `catalogue` makes a text of a `Message`, a code with its values.
- `figures` knows the digits and marks of numbers.
"""
