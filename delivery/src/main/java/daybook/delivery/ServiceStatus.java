package daybook.delivery;

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

    static final ServiceStatus NEW = new ServiceStatus(Light.GREEN, List.of(), 0, 0);
}
