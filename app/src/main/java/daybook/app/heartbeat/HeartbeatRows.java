package daybook.app.heartbeat;

import daybook.delivery.Database;
import daybook.delivery.HeartbeatTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** In a database that all processes of a venue share, on however many machines. */
public final class HeartbeatRows implements Heartbeats {
    private final Database database;
    private final HeartbeatTable table;

    /** @param database closed with this */
    public HeartbeatRows(Database database) {
        this.database = database;
        this.table = new HeartbeatTable(database);
    }

    @Override
    public void beat(RoleReport report, Identity process) {
        table.beat(report.role(), process.instance(), Heartbeat.text(report, process));
    }

    @Override
    public void leave(String role, Identity process) {
        table.leave(role, process.instance());
    }

    @Override
    public List<Heartbeat> all() {
        List<Heartbeat> all = new ArrayList<>();
        table.rows()
                .forEach(row -> Heartbeat.read(row.said().getBytes(StandardCharsets.UTF_8), row.age())
                        .ifPresent(all::add));
        return all;
    }

    @Override
    public void close() {
        table.close();
        database.close();
    }
}
