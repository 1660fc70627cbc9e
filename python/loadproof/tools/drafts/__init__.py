"""Drafts of studies: of a request that was typed, of an OpenAPI document, of what a browser recorded.

All that comes from outside is data: nothing of it is run, fetched, or written where it could mean more than text.

# Layout

- `draft`: what a draft says, `left_out` the list of what it does not; `study_text` writes it as a commented study file,
  and reads it back before it is given out.
- `one_request`, `openapi` and `har` make drafts, the latter two of files that `source_file` reads; `foreign_document`
  names files of other formats.
- `credentials` finds credentials by their names and puts variables of the environment in their place;
  `marked_request` does so with a whole request.
- `openapi_version`, `openapi_server` and `openapi_operation`: version, server and operations of a document. Of an
  operation: `openapi_parameter`, `openapi_body` and `openapi_security`; `parameter_style` serializes parameters.
- `flat_schema` and `schema_value`: schemas, and values that they describe; `pattern_text` makes text of a pattern.
- `document_shape` checks the types of keys, and `local_reference` follows `$ref` within the document.
- `har_entry`: one recorded request, `har_body` its body; a `har_fault` is an entry that is left out.
- `command` is the verb `loadproof init`.
"""
