package daybook.app.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A Chromium without a window, driven over the WebDriver protocol (W3C), which is JSON over HTTP and needs no library. One page at a
 * time; for one thread.
 */
final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern PORT = Pattern.compile("started successfully on port (\\d+)");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    /** Runs before any script of a page: what the page did wrong is kept for the test to read. */
    private static final String WITNESS = "window.violations = []; window.failures = []; window.dialogs = 0;"
            + "document.addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective + ' ' + e.blockedURI));"
            + "window.addEventListener('error', (e) => failures.push(String(e.message)));"
            + "window.addEventListener('unhandledrejection', (e) => failures.push(String(e.reason)));"
            + "window.alert = window.confirm = window.prompt = () => { dialogs++; };";

    private final Process driver;
    private final HttpClient http = HttpClient.newHttpClient();
    private final String session;

    private Browser(Process driver, String base) {
        this.driver = driver;
        this.session = base + "/session/"
                + ask("POST", base + "/session", Map.of("capabilities", Map.of("alwaysMatch", capabilities())))
                        .get("sessionId")
                        .asString();
        devTools("Page.addScriptToEvaluateOnNewDocument", Map.of("source", WITNESS));
    }

    /** Skips the test if there is none on this machine; where there has to be one, fails it. */
    static void isRequired() {
        String path = System.getenv().getOrDefault("PATH", "");
        boolean isInstalled = Stream.of("chromium", "chromedriver")
                .allMatch(name -> Stream.of(path.split(":", -1))
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, name))));
        if (!isInstalled && "1".equals(System.getenv("BROWSER_REQUIRED"))) {
            throw new AssertionError("BROWSER_REQUIRED=1: no chromium and chromedriver on the PATH");
        }
        assumeTrue(isInstalled, "no chromium and chromedriver on the PATH: the pages are not tested in a browser");
    }

    static Browser start() {
        try {
            Path log = Files.createTempFile("chromedriver", ".log");
            Process driver = new ProcessBuilder("chromedriver", "--port=0")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(driver)));
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < end) {
                Matcher port = PORT.matcher(Files.readString(log));
                if (port.find()) {
                    return new Browser(driver, "http://127.0.0.1:" + port.group(1));
                }
                pause();
            }
            end(driver);
            throw new IllegalStateException("chromedriver did not start: " + Files.readString(log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> capabilities() {
        return Map.of(
                "browserName",
                "chrome",
                "goog:loggingPrefs",
                Map.of("browser", "ALL"),
                "goog:chromeOptions",
                Map.of(
                        "args",
                        List.of(
                                "--headless=new",
                                "--no-sandbox", // CI is root in a container
                                "--disable-dev-shm-usage",
                                "--disable-gpu",
                                "--disable-background-networking",
                                "--no-first-run",
                                "--window-size=1440,900")));
    }

    /** A window of so many points, and what its user likes. */
    void looksLike(int width, int height, String colours) {
        devTools(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        devTools(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
    }

    /** Makes it a browser that has never been at an address. */
    void forget(String address) {
        devTools("Network.clearBrowserCookies", Map.of());
        devTools("Network.clearBrowserCache", Map.of());
        devTools("Storage.clearDataForOrigin", Map.of("origin", address, "storageTypes", "all"));
    }

    void open(String address) {
        ask("POST", session + "/url", Map.of("url", address));
    }

    /** Runs a function's body in the page. */
    JsonNode run(String script, Object... arguments) {
        return ask("POST", session + "/execute/sync", Map.of("script", script, "args", List.of(arguments)));
    }

    /** The text of the first element that a selector finds; empty if there is none. */
    String text(String selector) {
        return run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)
                .asString();
    }

    /** Waits until an expression of the page is true. */
    void until(String expression) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            if (run("return Boolean(" + expression + ")").asBoolean()) {
                return;
            }
            pause();
        }
        screenshot("failed");
        throw new AssertionError("not within " + PATIENCE + ": " + expression + "\npage: "
                + run("return location.href + '\\n' + document.body.innerText").asString());
    }

    /** Waits until an element shows a text. */
    void untilText(String selector, String text) {
        until("[...document.querySelectorAll('" + selector + "')].some((e) => e.textContent.includes('" + text + "'))");
    }

    /** A click of the mouse on the middle of an element. */
    void click(String selector) {
        ask("POST", session + "/element/" + element(selector) + "/click", Map.of());
    }

    /** Puts a text in the place of what a field holds. */
    void fill(String selector, String text) {
        String element = element(selector);
        ask("POST", session + "/element/" + element + "/clear", Map.of());
        ask("POST", session + "/element/" + element + "/value", Map.of("text", text));
    }

    /** Presses keys, wherever the focus is. */
    void press(String keys) {
        List<Map<String, String>> presses = new ArrayList<>();
        keys.codePoints().mapToObj(Character::toString).forEach(key -> {
            presses.add(Map.of("type", "keyDown", "value", key));
            presses.add(Map.of("type", "keyUp", "value", key));
        });
        ask(
                "POST",
                session + "/actions",
                Map.of("actions", List.of(Map.of("type", "key", "id", "keyboard", "actions", presses))));
    }

    /** Keeps what is to be seen, for people to look at. */
    void screenshot(String name) {
        try {
            Files.createDirectories(SCREENSHOTS);
            Files.write(
                    SCREENSHOTS.resolve(name + ".png"),
                    Base64.getDecoder()
                            .decode(ask("GET", session + "/screenshot", null).asString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What pages have written to the console since it was asked last, warnings and worse. */
    List<String> complaints() {
        List<String> lines = new ArrayList<>();
        for (JsonNode entry : ask("POST", session + "/se/log", Map.of("type", "browser"))) {
            if (!entry.get("level").asString().equals("INFO")) {
                lines.add(entry.get("message").asString());
            }
        }
        return lines;
    }

    @Override
    public void close() {
        ask("DELETE", session, null);
        end(driver);
    }

    /** Waits for it: a page that was opened may still be on its way. */
    private String element(String selector) {
        until("document.querySelector(\"" + selector.replace("\"", "\\\"") + "\") !== null");
        JsonNode found = ask("POST", session + "/element", Map.of("using", "css selector", "value", selector));
        return found.iterator().next().asString();
    }

    private void devTools(String command, Map<String, Object> parameters) {
        ask("POST", session + "/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
    }

    private JsonNode ask(String method, String address, @Nullable Object body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(60))
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(method + " " + address + ": " + answer.body());
            }
            return JSON.readTree(answer.body()).get("value");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(40);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
