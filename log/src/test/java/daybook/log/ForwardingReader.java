package daybook.log;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A member of a group that passes everything on; planted bugs override one thing. */
public abstract class ForwardingReader implements GroupReader {
    protected final GroupReader reader;

    protected ForwardingReader(GroupReader reader) {
        this.reader = reader;
    }

    @Override
    public List<StoredRecord> poll(int max, Duration timeout) {
        return reader.poll(max, timeout);
    }

    @Override
    public Set<TopicPartition> assignment() {
        return reader.assignment();
    }

    @Override
    public void seek(TopicPartition place, long offset) {
        reader.seek(place, offset);
    }

    @Override
    public void commit(Map<TopicPartition, Long> nextOffsets) {
        reader.commit(nextOffsets);
    }

    @Override
    public int generation() {
        return reader.generation();
    }

    @Override
    public String memberId() {
        return reader.memberId();
    }

    @Override
    public void close() {
        reader.close();
    }
}
