package daybook.delivery.jobs;

import java.time.Duration;

/** What is to become of a job after an attempt. */
record Verdict(Kind kind, String reason, Duration delay) {
    static final Verdict DONE = new Verdict(Kind.DONE, "", Duration.ZERO);
    static final Verdict LOST = new Verdict(Kind.LOST, "lease lost", Duration.ZERO);

    enum Kind {
        DONE,
        AGAIN,
        GIVE_UP,
        /** Not begun, or stopped in order: no attempt. */
        GIVE_BACK,
        LOST
    }

    static Verdict giveUp(String reason) {
        return new Verdict(Kind.GIVE_UP, reason, Duration.ZERO);
    }

    static Verdict giveBack(String reason) {
        return new Verdict(Kind.GIVE_BACK, reason, Duration.ZERO);
    }

    JobRun.Outcome outcome() {
        return switch (kind) {
            case DONE -> JobRun.Outcome.DONE;
            case AGAIN -> JobRun.Outcome.AGAIN;
            case GIVE_UP -> JobRun.Outcome.FAILED;
            case GIVE_BACK -> JobRun.Outcome.GIVEN_BACK;
            case LOST -> JobRun.Outcome.LOST;
        };
    }
}
