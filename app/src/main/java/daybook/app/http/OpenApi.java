package daybook.app.http;

import daybook.app.Json;
import daybook.app.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The OpenAPI 3.1 document, made from the routes themselves, so that it cannot leave one out. */
final class OpenApi {
    private OpenApi() {}

    static Map<String, Object> of(List<Route> routes) {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Route route : routes) {
            @SuppressWarnings("unchecked") // only this loop fills the map
            Map<String, Object> path =
                    (Map<String, Object>) paths.computeIfAbsent(route.template(), t -> new LinkedHashMap<>());
            path.put(route.method().toLowerCase(Locale.ROOT), operation(route));
        }
        return Json.fields(
                "openapi",
                "3.1.0",
                "info",
                Json.fields("title", "Daybook", "version", Version.RELEASE),
                "paths",
                paths,
                "components",
                Json.fields(
                        "securitySchemes",
                        Json.fields(
                                "token", Json.fields("type", "http", "scheme", "bearer"),
                                "session",
                                        Json.fields("type", "apiKey", "in", "cookie", "name", SessionRoutes.COOKIE))));
    }

    private static Map<String, Object> operation(Route route) {
        Map<String, Object> operation = Json.fields(
                "summary", route.summary(),
                "x-access", route.access().name().toLowerCase(Locale.ROOT),
                "parameters", parameters(route));
        if (!route.fields().isEmpty()) {
            operation.put("requestBody", body(route));
        }
        Map<String, Object> responses = Json.fields("200", Json.fields("description", "Done."));
        responses.put("default", Json.fields("description", "An error: {code, reason, message}."));
        operation.put("responses", responses);
        if (route.access() != Access.ANYONE) {
            operation.put("security", List.of(Json.fields("token", List.of()), Json.fields("session", List.of())));
        }
        return operation;
    }

    private static List<Object> parameters(Route route) {
        List<Object> parameters = new ArrayList<>();
        for (String segment : route.template().split("/", -1)) {
            if (segment.startsWith("{")) {
                String name = segment.substring(1, segment.length() - 1);
                parameters.add(parameter(name, "path", true));
            }
        }
        route.query().forEach(name -> parameters.add(parameter(name, "query", false)));
        return parameters;
    }

    private static Map<String, Object> parameter(String name, String in, boolean required) {
        return Json.fields("name", name, "in", in, "required", required, "schema", Json.fields("type", "string"));
    }

    private static Map<String, Object> body(Route route) {
        Map<String, Object> properties = new LinkedHashMap<>();
        route.fields().forEach(field -> properties.put(field.name(), schema(field.type())));
        Map<String, Object> schema = Json.fields(
                "type",
                "object",
                "additionalProperties",
                false,
                "properties",
                properties,
                "required",
                route.fields().stream()
                        .filter(Route.BodyField::required)
                        .map(Route.BodyField::name)
                        .toList());
        return Json.fields("required", true, "content", Json.fields("application/json", Json.fields("schema", schema)));
    }

    private static Map<String, Object> schema(String type) {
        return switch (type) {
            case "boolean", "integer", "string" -> Json.fields("type", type);
            case "decimal" -> Json.fields("type", List.of("string", "number"), "description", "decimal, never rounded");
            case "integers by name" ->
                Json.fields("type", "object", "additionalProperties", Json.fields("type", "integer"));
            case "strings" -> Json.fields("type", "array", "items", Json.fields("type", "string"));
            default ->
                type.contains("|")
                        ? Json.fields("type", "string", "enum", List.of(type.split("\\|", -1)))
                        : Json.fields("type", "string", "description", type);
        };
    }
}
