"""The pet store of the OpenAPI examples in 3.0 and in Swagger 2.0, by hand, with what tools write into documents."""

__all__ = ["PETSTORE", "PETSTORE_2"]

PETSTORE = """\
openapi: 3.0.3
info: {title: "Pet: store", version: 1.0.0}
servers:
- {url: "http://{host}:{port}/api/v1", variables: {host: {default: 127.0.0.1}, port: {default: "8080"}}}
security: [{key: []}]
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
      - {name: limit, in: query, schema: {type: integer, maximum: 50, default: 20}}
      - {name: status, in: query, required: true, schema: {type: string, enum: [available, sold]}}
      - {name: tag, in: query, example: "a b&c"}
      - {name: X-Trace, in: header, required: true, schema: {type: string, minLength: 6}}
      responses: {"200": {content: {application/json: {}}}, "400": {}}
    post:
      operationId: createPet
      requestBody: {content: {application/xml: {}, application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      responses: {"201": {}, "4XX": {}, default: {}}
  /pets/{petId}:
    parameters: [{$ref: '#/components/parameters/PetId'}]
    get:
      responses: {"2XX": {}}
    put:
      operationId: upload
      requestBody: {content: {multipart/form-data: {schema: {type: object}}}}
  /owners/{owner}:
    head:
      operationId: hasOwner
      security: []
      parameters: [{name: owner, in: path, required: true, schema: {type: string, format: uuid}}]
  /login:
    post:
      security: []
      operationId: login
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties: {user: {type: string, example: "bob ${x}"}, password: {type: string, format: password}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Api-Key}}
  parameters: {PetId: {name: petId, in: path, required: true, schema: {type: integer, minimum: 5, maximum: 6}}}
  schemas:
    Named: {type: object, required: [name], properties: {name: {type: string, example: Rex}}}
    Pet:
      allOf:
      - {$ref: '#/components/schemas/Named'}
      - type: object
        properties:
          id: {type: integer, readOnly: true}
          parent: {$ref: '#/components/schemas/Pet'}
          children: {type: array, items: {$ref: '#/components/schemas/Pet'}}
          born: {type: string, format: date}
          weight: {type: number, exclusiveMinimum: 2}
"""

PETSTORE_2 = """\
swagger: "2.0"
info: {title: Pets, version: "1"}
host: 127.0.0.1:8080
basePath: /v2
schemes: [http]
consumes: [application/json]
produces: [application/json]
securityDefinitions: {basic: {type: basic}}
paths:
  /pets/{id}:
    get:
      security: [{basic: []}]
      parameters: [{name: id, in: path, required: true, type: integer, format: int64}]
      responses: {"200": {description: found}}
  /pets:
    post:
      parameters: [{name: body, in: body, schema: {$ref: '#/definitions/Pet'}}]
      responses: {"201": {}}
    patch:
      consumes: [application/x-www-form-urlencoded]
      parameters:
      - {name: name, in: formData, type: string, default: "a&b"}
      - {name: pin, in: formData, type: string}
definitions: {Pet: {type: object, properties: {name: {type: string}}}}
"""
