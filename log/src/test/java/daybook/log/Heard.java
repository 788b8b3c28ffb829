package daybook.log;

import java.util.ArrayList;
import java.util.List;

/** Acknowledgements as they came. */
public final class Heard implements Producer.Acknowledgement {
    public final List<Long> stored = new ArrayList<>();
    public final List<TopicPartition> places = new ArrayList<>();
    public final List<TopicPartition> duplicates = new ArrayList<>();
    public final List<LogException> failures = new ArrayList<>();

    @Override
    public void stored(TopicPartition place, long offset) {
        places.add(place);
        stored.add(offset);
    }

    @Override
    public void duplicate(TopicPartition place) {
        duplicates.add(place);
    }

    @Override
    public void failed(LogException error) {
        failures.add(error);
    }
}
