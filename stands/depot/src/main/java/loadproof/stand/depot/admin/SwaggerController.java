package loadproof.stand.depot.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import loadproof.stand.depot.security.Permission;
import loadproof.stand.depot.store.Json;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Description of the administration as OpenAPI 2, made of its handlers: row 36 of the study's
 * source.
 */
@RestController
class SwaggerController {
  private static final String BASE = "/service/rest";

  // Asked for when it is used: it knows this controller, too.
  private final ObjectProvider<RequestMappingHandlerMapping> mapping;

  SwaggerController(ObjectProvider<RequestMappingHandlerMapping> mapping) {
    this.mapping = mapping;
  }

  @GetMapping({BASE + "/swagger.json", "/swagger.json"})
  ObjectNode swagger() {
    ObjectNode document = Json.object().put("swagger", "2.0");
    document.putObject("info").put("title", "Depot REST API").put("version", "1");
    document.put("basePath", BASE);
    ObjectNode paths = document.putObject("paths");
    ObjectNode definitions = document.putObject("definitions");
    Map<String, Map<RequestMappingInfo, HandlerMethod>> byPath = new TreeMap<>();
    mapping
        .getObject()
        .getHandlerMethods()
        .forEach(
            (info, handler) ->
                info.getPatternValues().stream()
                    .filter(path -> path.startsWith(BASE + "/v1"))
                    .forEach(
                        path ->
                            byPath
                                .computeIfAbsent(path, one -> new HashMap<>())
                                .put(info, handler)));
    byPath.forEach(
        (path, handlers) -> {
          ObjectNode operations = paths.putObject(path.substring(BASE.length()));
          handlers.forEach(
              (info, handler) ->
                  info.getMethodsCondition().getMethods().stream()
                      .sorted()
                      .forEach(
                          method ->
                              operations.set(
                                  method.name().toLowerCase(Locale.ROOT),
                                  operation(path, handler, method, definitions))));
        });
    return document;
  }

  private static ObjectNode operation(
      String path, HandlerMethod handler, RequestMethod method, ObjectNode definitions) {
    ObjectNode operation = Json.object();
    String area = handler.getBeanType().getSimpleName().replace("Controller", "");
    operation.putArray("tags").add(area);
    operation.put("operationId", (method + path).replaceAll("[^A-Za-z0-9]+", "_"));
    ArrayNode parameters = operation.putArray("parameters");
    for (Parameter parameter : handler.getMethod().getParameters()) {
      add(parameters, parameter);
    }
    ObjectNode responses = operation.putObject("responses");
    ResponseStatus status = handler.getMethodAnnotation(ResponseStatus.class);
    int code = status == null ? 200 : status.value().value();
    ObjectNode answer = responses.putObject(String.valueOf(code)).put("description", "done");
    Class<?> returned = handler.getMethod().getReturnType();
    if (returned.isRecord()) {
      answer.putObject("schema").put("$ref", "#/definitions/" + returned.getSimpleName());
      define(returned, definitions);
    } else if (returned != void.class) {
      answer
          .putObject("schema")
          .put("type", returned.getSimpleName().equals("List") ? "array" : "object");
    }
    Permission permission = handler.getMethodAnnotation(Permission.class);
    if (permission != null) {
      responses.putObject("401").put("description", "not logged in");
      responses.putObject("403").put("description", "needs " + permission.value());
      operation.putArray("security").addObject().putArray("basic").add(permission.value());
    }
    return operation;
  }

  private static void add(ArrayNode parameters, Parameter parameter) {
    PathVariable inPath = parameter.getAnnotation(PathVariable.class);
    RequestParam inQuery = parameter.getAnnotation(RequestParam.class);
    if (inPath == null && inQuery == null) {
      return;
    }
    ObjectNode shown = parameters.addObject().put("name", parameter.getName());
    shown.put("in", inPath != null ? "path" : "query").put("type", "string");
    boolean optional =
        inQuery != null
            && (!inQuery.required() || !inQuery.defaultValue().equals(ValueConstants.DEFAULT_NONE));
    shown.put("required", !optional);
  }

  private static void define(Class<?> type, ObjectNode definitions) {
    if (definitions.has(type.getSimpleName())) {
      return;
    }
    ObjectNode definition = definitions.putObject(type.getSimpleName()).put("type", "object");
    ObjectNode properties = definition.putObject("properties");
    Set<String> numbers = Set.of("int", "long", "Integer", "Long");
    for (RecordComponent component : type.getRecordComponents()) {
      String name = component.getType().getSimpleName();
      String kind =
          numbers.contains(name)
              ? "integer"
              : name.equalsIgnoreCase("boolean")
                  ? "boolean"
                  : name.equals("List")
                      ? "array"
                      : component.getType().isRecord() ? "object" : "string";
      properties.putObject(component.getName()).put("type", kind);
    }
  }
}
