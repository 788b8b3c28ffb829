package daybook.exchange.replay;

import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.JsonBuffer;
import java.io.IOException;
import java.io.Writer;

/** Writes events as JSON, one per line, as they are on the topic. Does not close the writer. */
public final class EventLines implements EventOutput {
    private final Writer out;
    private final JsonBuffer json = new JsonBuffer();

    public EventLines(Writer out) {
        this.out = out;
    }

    @Override
    public void accept(Event event) throws IOException {
        json.clear();
        EventJson.write(event, json);
        out.write(json.toString());
        out.write('\n');
    }
}
