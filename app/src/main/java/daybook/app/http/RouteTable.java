package daybook.app.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Every route there is. What is neither in it nor a file does not exist; the API document is made from it. */
final class RouteTable {
    private final List<Route> routes;
    private final Optional<StaticFiles> files;

    /** A route and the values of its placeholders. */
    record Match(Route route, Map<String, String> path) {}

    RouteTable(List<Route> routes) {
        this(routes, Optional.empty());
    }

    RouteTable(List<Route> routes, StaticFiles files) {
        this(routes, Optional.of(files));
    }

    private RouteTable(List<Route> routes, Optional<StaticFiles> files) {
        this.routes = List.copyOf(routes);
        this.files = files;
    }

    /** All of them, the files as one. */
    List<Route> routes() {
        return Stream.concat(routes.stream(), files.map(StaticFiles::route).stream())
                .toList();
    }

    /**
     * What a look at the table came to.
     *
     * @param allowed methods of the routes with this path, if there is none with this method
     */
    record Lookup(Optional<Match> found, Set<String> allowed) {

        /** The route's method and template, for the metrics; {@code none} if there is none. */
        String name() {
            return found.map(match ->
                            match.route().method() + " " + match.route().template())
                    .orElse("none");
        }

        /** Throws {@link HttpError} 404, or 405 naming what is allowed, if there is none. */
        Match match() {
            return found.orElseThrow(() -> allowed.isEmpty()
                    ? HttpError.notFound("path: no such thing")
                    : HttpError.methodNotAllowed(String.join(", ", allowed)));
        }
    }

    /** The route for a request; HEAD is GET without the body. */
    Lookup lookUp(String method, String path) {
        String asked = method.equals("HEAD") ? "GET" : method;
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> values = route.match(path);
            if (values.isPresent()) {
                if (route.method().equals(asked)) {
                    return new Lookup(Optional.of(new Match(route, values.get())), Set.of());
                }
                allowed.add(route.method());
            }
        }
        if (allowed.isEmpty() && files.flatMap(f -> f.at(path)).isPresent()) {
            if (asked.equals("GET")) {
                return new Lookup(files.map(f -> new Match(f.route(), Map.of(StaticFiles.NAME, path))), Set.of());
            }
            allowed.add("GET");
        }
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        return new Lookup(Optional.empty(), allowed);
    }
}
