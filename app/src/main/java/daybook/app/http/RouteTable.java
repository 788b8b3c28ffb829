package daybook.app.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Every route there is. What is not in it does not exist; the API document is made from it. */
final class RouteTable {
    private final List<Route> routes;

    /** A route and the values of its placeholders. */
    record Match(Route route, Map<String, String> path) {}

    RouteTable(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    List<Route> routes() {
        return routes;
    }

    /** The route for a request; HEAD is GET without the body. Throws {@link HttpError} 404, or 405 naming what is allowed. */
    Match find(String method, String path) {
        String asked = method.equals("HEAD") ? "GET" : method;
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> values = route.match(path);
            if (values.isPresent()) {
                if (route.method().equals(asked)) {
                    return new Match(route, values.get());
                }
                allowed.add(route.method());
            }
        }
        if (allowed.isEmpty()) {
            throw HttpError.notFound("path: no such thing");
        }
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        throw HttpError.methodNotAllowed(String.join(", ", allowed));
    }
}
