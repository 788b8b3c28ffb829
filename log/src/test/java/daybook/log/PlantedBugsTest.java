package daybook.log;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.log.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract notices these mistakes: each one is put in front of a log that makes none, and a named test must fail. */
class PlantedBugsTest {
    @TempDir
    Path directory;

    private int stores;

    @Test
    void dedupByTheHighestSeqIsCaught() {
        caught(WatermarkLog::new, LogContract::aLowerSeqThatComesLaterIsNew);
    }

    @Test
    void dedupThatIsForgottenWithTheSessionIsCaught() {
        AtomicInteger sessions = new AtomicInteger();
        caught(
                log -> new ForgetfulLog(log, sessions.incrementAndGet()),
                LogContract::aResentSeqIsStoredOnceAlsoAfterAReopening);
    }

    @Test
    void aHashThatIsNotKafkasIsCaught() {
        caught(HashCodeLog::new, LogContract::recordsOfAKeyStayInOrderWhateverIsBetweenThem);
    }

    @Test
    void acknowledgingBeforeTheForceIsCaught() {
        caught(HastyLog::new, LogContract::acknowledgedRecordsSurviveAReopening);
    }

    @Test
    void aCommitWithoutAskingForTheGenerationIsCaught() {
        caughtInGroups(LaxLog::new, GroupContract::aMemberThatSleptTooLongCannotCommit);
    }

    @Test
    void jumpingOverWhatIsNotThereIsCaught() {
        caughtInGroups(JumpingLog::new, GroupContract::aCommittedOffsetThatIsNotThereIsAnError);
    }

    private void caught(UnaryOperator<Log> bug, Consumer<LogContract> test) {
        assertThatCode(() -> run(log -> log, test)).doesNotThrowAnyException();
        assertThatThrownBy(() -> run(bug, test)).isInstanceOf(AssertionError.class);
    }

    private void caughtInGroups(UnaryOperator<Log> bug, Consumer<GroupContract> test) {
        assertThatCode(() -> runInGroups(log -> log, test)).doesNotThrowAnyException();
        assertThatThrownBy(() -> runInGroups(bug, test)).isInstanceOf(AssertionError.class);
    }

    private void run(UnaryOperator<Log> bug, Consumer<LogContract> test) {
        LogUnderTest store = store(bug);
        LogContract contract = new LogContract() {
            @Override
            protected LogUnderTest store() {
                return store;
            }
        };
        contract.open();
        try {
            test.accept(contract);
        } finally {
            contract.close();
        }
    }

    private void runInGroups(UnaryOperator<Log> bug, Consumer<GroupContract> test) {
        LogUnderTest store = store(bug);
        GroupContract contract = new GroupContract() {
            @Override
            protected LogUnderTest store() {
                return store;
            }
        };
        contract.open();
        try {
            test.accept(contract);
        } finally {
            contract.close();
        }
    }

    private LogUnderTest store(UnaryOperator<Log> bug) {
        EmbeddedStore store = EmbeddedStore.in(directory.resolve("store-" + ++stores));
        return new LogUnderTest() {
            @Override
            public Log open() {
                return bug.apply(store.open());
            }

            @Override
            public void pass(Duration time) {
                store.pass(time);
            }

            @Override
            public void close() {
                store.close();
            }
        };
    }

    /** Passes everything on; a bug overrides {@code send}. */
    private abstract static class ForwardingProducer implements Producer {
        protected final Producer producer;

        ForwardingProducer(Producer producer) {
            this.producer = producer;
        }

        @Override
        public int poll() {
            return producer.poll();
        }

        @Override
        public void flush() {
            producer.flush();
        }

        @Override
        public void close() {
            producer.close();
        }
    }

    private static final class WatermarkLog extends ForwardingLog {
        private final Map<TopicPartition, Long> highest = new HashMap<>();

        WatermarkLog(Log log) {
            super(log);
        }

        @Override
        public Producer producer(String id) {
            return new ForwardingProducer(log.producer(id)) {
                @Override
                public void send(String topic, OptionalInt p, LogRecord record, long seq, Acknowledgement ack) {
                    TopicPartition place = new TopicPartition(topic, p.orElse(0));
                    if (seq <= highest.getOrDefault(place, -1L)) {
                        ack.duplicate(place);
                        return;
                    }
                    highest.put(place, seq);
                    producer.send(topic, p, record, seq, ack);
                }
            };
        }
    }

    private static final class ForgetfulLog extends ForwardingLog {
        private final int session;

        ForgetfulLog(Log log, int session) {
            super(log);
            this.session = session;
        }

        @Override
        public Producer producer(String id) {
            return log.producer(id + "-" + session);
        }
    }

    private static final class HashCodeLog extends ForwardingLog {
        HashCodeLog(Log log) {
            super(log);
        }

        @Override
        public Producer producer(String id) {
            return new ForwardingProducer(log.producer(id)) {
                @Override
                public void send(String topic, OptionalInt p, LogRecord record, long seq, Acknowledgement ack) {
                    int partitions = log.topic(topic).orElseThrow().partitions();
                    int number = Math.floorMod(Arrays.hashCode(record.key()), partitions);
                    producer.send(topic, OptionalInt.of(p.orElse(number)), record, seq, ack);
                }
            };
        }
    }

    /** Tells the sender at once, and writes with the next flush, which never comes. */
    private static final class HastyLog extends ForwardingLog {
        HastyLog(Log log) {
            super(log);
        }

        @Override
        public Producer producer(String id) {
            return new ForwardingProducer(log.producer(id)) {
                @Override
                public void send(String topic, OptionalInt p, LogRecord record, long seq, Acknowledgement ack) {
                    producer.send(topic, p, record, seq, new Heard());
                    ack.stored(new TopicPartition(topic, p.orElse(0)), 0);
                }

                @Override
                public void flush() {}
            };
        }
    }

    private static final class LaxLog extends ForwardingLog {
        LaxLog(Log log) {
            super(log);
        }

        @Override
        public GroupReader group(GroupOptions options) {
            return new ForwardingReader(log.group(options)) {
                @Override
                public void commit(Map<TopicPartition, Long> nextOffsets) {
                    try {
                        reader.commit(nextOffsets);
                    } catch (FencedException ignored) {
                        commitAnyway(options.group(), nextOffsets.keySet(), nextOffsets);
                    }
                }
            };
        }

        private void commitAnyway(
                String group, Collection<TopicPartition> places, Map<TopicPartition, Long> nextOffsets) {
            try (OwnedReader owner = log.owned(group, places)) {
                owner.commit(nextOffsets);
            }
        }
    }

    private static final class JumpingLog extends ForwardingLog {
        JumpingLog(Log log) {
            super(log);
        }

        @Override
        public GroupReader group(GroupOptions options) {
            return new ForwardingReader(log.group(options)) {
                @Override
                public List<StoredRecord> poll(int max, Duration timeout) {
                    try {
                        return reader.poll(max, timeout);
                    } catch (OffsetOutOfRangeException e) {
                        reader.seek(e.place(), e.end());
                        return List.of();
                    }
                }
            };
        }
    }
}
