package daybook.log.kafka;

import daybook.log.LogException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * Which protocol the members of a group speak. In the newer one (KIP-848) the broker deals the partitions and no member waits for
 * another; but there the length of a session is a setting of the group on the broker, whose bounds are 45 to 60 s unless somebody changed
 * them. So it is used where the broker has it and agrees to the session that was asked for; else the classic one, with cooperative
 * assignment, where the member says how long. Members of both may be in one group. Safe for many threads.
 */
final class GroupProtocol {
    private static final String FEATURE = "group.version";

    private final Supplier<Admin> admin;
    private final KafkaLogSettings settings;
    private final Answers answers;
    private final Names names;
    private @Nullable Boolean offered;

    GroupProtocol(Supplier<Admin> admin, KafkaLogSettings settings) {
        this.admin = admin;
        this.settings = settings;
        this.answers = new Answers(settings.timeout());
        this.names = new Names(settings.names());
    }

    /** Whether the newer one can keep this promise about the session; if so, the group has been told. */
    boolean isNewer(String group, Duration session) {
        return isOffered() && isAgreed(names.outsideGroup(group), session.toMillis());
    }

    private synchronized boolean isOffered() {
        if (offered == null) {
            var features = answers.of(
                            admin.get().describeFeatures().featureMetadata(), settings.cluster() + ": features")
                    .finalizedFeatures();
            var version = features.get(FEATURE);
            offered = version != null && version.maxVersionLevel() >= 1;
        }
        return offered;
    }

    private boolean isAgreed(String group, long sessionMs) {
        try {
            GroupSettings.set(
                    admin.get(),
                    answers,
                    group,
                    Map.of(
                            "consumer.heartbeat.interval.ms", Long.toString(Math.max(1, sessionMs / 10)),
                            "consumer.session.timeout.ms", Long.toString(sessionMs)));
            return true;
        } catch (LogException beyondItsBoundsOrNotOurs) {
            if (beyondItsBoundsOrNotOurs.kind() == LogException.Kind.UNAVAILABLE) {
                throw beyondItsBoundsOrNotOurs;
            }
            return false;
        }
    }
}
