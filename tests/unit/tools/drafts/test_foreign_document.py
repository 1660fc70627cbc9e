"""Documents of other formats are refused by their names, with a hint that fits them."""

import json
import time
from pathlib import Path

import pytest

from .test_openapi import refused

COMMENTS = "<!-- a -->" * 400
FORMATS = {
    "#%RAML 1.0\ntitle: Shop\n/orders:\n  get:\n": "RAML",
    "FORMAT: 1A\n# Shop\n## GET /orders\n": "API Blueprint",
    "# Group Orders\n## Orders [/orders]\n": "API Blueprint",
    '<?xml version="1.0"?>\n<!-- a -->\n<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>': "WSDL",
    '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>': "WSDL",
    '<application xmlns="http://wadl.dev.java.net/2009/02"/>': "WADL",
    '<?xml version="1.0"?><edmx:Edmx Version="4.0"/>': "OData",
    '<?xml version="1.0"?>\n<jmeterTestPlan version="1.2"/>': "a test plan of JMeter",
    "<a/>": "XML",
    "<!DOCTYPE html>\n<html><title>Swagger UI</title>": "a page (HTML)",
    '# a comment\n"""What is asked."""\ntype Query {\n  orders: [Order]\n}\n': "GraphQL",
    "schema @a { query: Query }\n": "GraphQL",
    '// a\nsyntax = "proto3";\n': "Protocol Buffers",
    'import "@typespec/http";\nusing TypeSpec.Http;\n': "TypeSpec",
    "### Orders\nGET https://shop.example/orders\n": "an .http file",
    "POST {{host}}/orders\n": "an .http file",
    "meta {\n  name: Orders\n}\n": "a request of Bruno",
    "curl https://shop.example/orders\n": "a command of curl",
    "PK\x03\x04rest": "a zip archive",
    "asyncapi: 3.0.0\nchannels: {}\n": "AsyncAPI",
    "arazzo: 1.0.0\n": "Arazzo",
    "overlay: 1.0.0\n": "an Overlay of OpenAPI",
    "apiVersion: v1\nkind: Service\n": "a manifest of Kubernetes",
    "type: collection.insomnia.rest/5.0\nname: a\n": "an export of Insomnia",
    json.dumps({"swaggerVersion": "1.2", "apis": []}): "Swagger 1",
    json.dumps(
        {"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/"}}
    ): "a collection of Postman",
    json.dumps({"collection": {"info": {}, "item": []}}): "a collection of Postman",
    json.dumps({"_type": "export", "__export_format": 4, "resources": []}): "an export of Insomnia",
    json.dumps({"log": {"version": "1.2", "entries": []}}): "a recording (HAR)",
    json.dumps({"openrpc": "1.2.6", "methods": []}): "OpenRPC",
    json.dumps({"__schema": {"types": []}}): "an introspection of GraphQL",
    json.dumps({"kind": "discovery#restDescription", "discoveryVersion": "v1"}): "a discovery document of Google",
    json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}): "a JSON Schema",
}


@pytest.mark.parametrize(
    ("text", "name"), FORMATS.items(), ids=[f"{n} {name}" for n, name in enumerate(FORMATS.values())]
)
def test_a_format_is_named(tmp_path: Path, text: str, name: str) -> None:
    assert f": this is {name}" in refused(tmp_path, text)
    assert f": this is {name}" in refused(tmp_path, b"\xef\xbb\xbf" + text.encode())


@pytest.mark.parametrize("text", [COMMENTS, "<?xml " + COMMENTS, "# a\n" * 2_000, '"""' * 2_000, "type " * 2_000])
def test_a_format_is_told_in_no_time(tmp_path: Path, text: str) -> None:
    began = time.monotonic()
    refused(tmp_path, text)
    assert time.monotonic() - began < 5
