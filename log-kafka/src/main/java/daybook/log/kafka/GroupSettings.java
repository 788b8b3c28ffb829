package daybook.log.kafka;

import daybook.log.LogException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidConfigurationException;

/** What the broker keeps for a group, because with the newer kinds of groups it is the broker who acts on it. */
final class GroupSettings {
    private GroupSettings() {}

    /** @throws LogException if the broker's bounds do not allow it, or we may not */
    static void set(Admin admin, Answers answers, String group, Map<String, String> wanted) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
        List<AlterConfigOp> changes = wanted.entrySet().stream()
                .map(entry ->
                        new AlterConfigOp(new ConfigEntry(entry.getKey(), entry.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        String what = "group " + group + ": settings";
        try {
            answers.get(admin.incrementalAlterConfigs(Map.of(resource, changes)).all(), what);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof InvalidConfigurationException) {
                throw new LogException(LogException.Kind.FAILED, what + ": " + cause.getMessage(), cause);
            }
            throw Failures.reading(what, cause);
        }
    }
}
