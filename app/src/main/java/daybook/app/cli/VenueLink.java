package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.Json;
import daybook.app.security.SafeText;
import daybook.app.venue.RunFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The running venue of a data directory, spoken to over its own HTTP with the token that it left in {@code run.json}. */
final class VenueLink {
    private final RunFile run;
    private final int timeoutMs;

    private VenueLink(RunFile run, Duration timeout) {
        this.run = run;
        this.timeoutMs = (int) timeout.toMillis();
    }

    /** The venue, if one runs there and answers. */
    static Optional<VenueLink> to(Path runFile, Duration timeout) {
        return RunFile.read(runFile)
                .filter(run -> ProcessHandle.of(run.pid()).isPresent())
                .map(run -> new VenueLink(run, timeout))
                .filter(VenueLink::answers);
    }

    String address() {
        return run.address();
    }

    Object get(String path) {
        return ask("GET", path, Optional.empty());
    }

    Map<String, Object> post(String path, Map<String, Object> body) {
        return Json.object(ask("POST", path, Optional.of(Json.write(body))));
    }

    Map<String, Object> put(String path, Map<String, Object> body) {
        return Json.object(ask("PUT", path, Optional.of(Json.write(body))));
    }

    Map<String, Object> delete(String path) {
        return Json.object(ask("DELETE", path, Optional.empty()));
    }

    private boolean answers() {
        try {
            get("/health/live");
            return true;
        } catch (Failure silent) {
            return false;
        }
    }

    private Object ask(String method, String path, Optional<String> body) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(run.address() + path).toURL().openConnection(Proxy.NO_PROXY);
            connection.setRequestMethod(method);
            connection.setConnectTimeout(timeoutMs);
            connection.setReadTimeout(timeoutMs);
            connection.setRequestProperty("Authorization", "Bearer " + run.token());
            if (body.isPresent()) {
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/json");
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body.get().getBytes(StandardCharsets.UTF_8));
                }
            }
            return answer(connection);
        } catch (IOException gone) {
            throw new Failure(
                    ExitCode.UNREACHABLE, run.address() + ": no answer in time (expected: the running venue)", gone);
        } catch (Json.Malformed other) {
            throw new Failure(ExitCode.UNREACHABLE, run.address() + ": not a venue", other);
        }
    }

    private static Object answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            Object answer = Json.readOwn(in == null ? new byte[0] : in.readAllBytes());
            if (status < 400) {
                return answer;
            }
            String message = String.valueOf(Json.object(answer).getOrDefault("message", "HTTP " + status));
            throw new Failure(exit(status), SafeText.oneLine(message));
        }
    }

    private static ExitCode exit(int status) {
        return switch (status) {
            case 400, 405, 413, 415, 422 -> ExitCode.USAGE;
            case 401, 403, 421 -> ExitCode.AUTH;
            case 404 -> ExitCode.NOT_FOUND;
            case 429, 503, 504 -> ExitCode.UNREACHABLE;
            default -> ExitCode.FAILURE;
        };
    }
}
