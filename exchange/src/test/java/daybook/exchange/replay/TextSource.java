package daybook.exchange.replay;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A command file in memory. */
record TextSource(String name, byte[] bytes) implements ReplaySource {
    static TextSource of(String text) {
        return new TextSource("cmds.csv", text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(bytes);
    }
}
