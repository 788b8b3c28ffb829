package daybook.app.http;

import daybook.app.learn.LearnPages;
import java.util.List;
import java.util.Map;

/** The explainer. For everybody, as it says nothing about the venue. */
final class LearnRoutes {
    private static final String HTML = "text/html; charset=utf-8";
    private static final String SVG = "image/svg+xml";

    private final LearnPages pages = new LearnPages();

    List<Route> routes() {
        return List.of(
                Route.get("/learn", Access.ANYONE, "The explainer, at its proper address.", this::moved),
                Route.get("/learn/", Access.ANYONE, "The explainer's contents.", call -> page("")),
                Route.get("/learn/{page}", Access.ANYONE, "A page of it.", call -> page(call.path("page"))),
                Route.get("/learn/figures/{file}", Access.ANYONE, "A figure of it.", this::figure));
    }

    private Answer moved(Call call) {
        return new Answer(308, new Answer.Text("text/plain", ""), Map.of("Location", "/learn/"));
    }

    private Answer page(String name) {
        return Answer.text(HTML, pages.page(name).orElseThrow(() -> HttpError.notFound("page: no such thing")));
    }

    private Answer figure(Call call) {
        return Answer.text(
                SVG, pages.figure(call.path("file")).orElseThrow(() -> HttpError.notFound("figure: no such thing")));
    }
}
