package daybook.bench;

import java.util.List;

/** Every study, in the order of the report. */
final class Studies {
    static final List<Study> ALL =
            List.of(new LatencyStudy(), new ProgramStudy(), new MemoryStudy(), new ScalingStudy(), new SteadyState());

    private Studies() {}
}
