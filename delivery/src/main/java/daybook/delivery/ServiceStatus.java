package daybook.delivery;

import java.util.ArrayList;
import java.util.List;

/**
 * How a consumer or relay is doing. A value: safe to hand to any thread.
 *
 * @param reasons why it is not green, or that it stands by for another process
 * @param done records applied, or rows sent, since the start
 * @param failures attempts that failed since the start
 */
public record ServiceStatus(Light light, List<String> reasons, long done, long failures) {

    /** What an operator has to do. */
    public enum Light {
        /** Nothing. */
        GREEN,
        /** Something was put aside and waits for a decision; the rest goes on. */
        AMBER,
        /** It does not get on by itself, or is trying to. */
        RED
    }

    /** This one, and what is wrong with something beside it that keeps it from nothing: amber, unless it is worse itself. */
    public ServiceStatus beside(ServiceStatus other) {
        if (other.light() == Light.GREEN) {
            return this;
        }
        List<String> all = new ArrayList<>(reasons);
        all.addAll(other.reasons());
        return new ServiceStatus(light == Light.GREEN ? Light.AMBER : light, all, done, failures + other.failures());
    }

    static final ServiceStatus NEW = new ServiceStatus(Light.GREEN, List.of(), 0, 0);
}
