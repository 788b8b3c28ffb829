package daybook.log.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.log.FencedException;
import daybook.log.ForwardingLog;
import daybook.log.ForwardingReader;
import daybook.log.GroupContract;
import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.Log;
import daybook.log.LogRecord;
import daybook.log.LogUnderTest;
import daybook.log.OwnedReader;
import daybook.log.Producer;
import daybook.log.Reader;
import daybook.log.ReaderContract;
import daybook.log.ShareContract;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * The tests of a log on Kafka notice these mistakes: each is made on a real broker, and a named test must fail. The tests themselves
 * run without them elsewhere. A commit in an older generation is none that can be made here: Kafka refuses it whatever a client does.
 */
class PlantedBugsTest {

    @Test
    void committingWhatWasOnlyPolledIsCaught() {
        GroupContract contract = groups(store(CommitsFirst::new));
        contract.open();
        caught(contract::seekReadsAgainAndCommitsNothing, contract::close);
    }

    @Test
    void autoCommitIsCaught() {
        GroupContract contract = groups(told(properties -> {
            if (properties.containsKey("group.id")) {
                properties.put("enable.auto.commit", true);
                properties.put("auto.commit.interval.ms", 10);
            }
            return properties;
        }));
        contract.open();
        caught(contract::seekReadsAgainAndCommitsNothing, contract::close);
    }

    @Test
    void anOwnerThatCommitsAfterItWasReplacedIsCaught() {
        ReaderContract contract = readers(store(Unfenced::new));
        contract.open();
        caught(contract::anOwnerThatWasReplacedCannotCommit, contract::close);
    }

    @Test
    void aTailThatCommitsIsCaught() {
        ReaderContract contract = readers(store(CommittingTail::new));
        contract.open();
        caught(contract::aTailSeesOnlyWhatComes, contract::close);
    }

    @Test
    void acceptingBeforeTheWorkIsDoneIsCaught() {
        ShareContract contract = shares(store(AcceptsFirst::new));
        contract.open();
        caught(contract::aWorkerThatLeavesGivesItsRecordsBack, contract::close);
    }

    @Test
    void aHashThatIsNotKafkasIsCaught() {
        KafkaStore store = new KafkaStore();
        Log log = new HashCodeLog(store.open());
        caught(new Beside(log, store.settings())::aKeyHasOnePlaceWhoeverWrites, log::close);
    }

    @Test
    void readingWhatIsNotCommittedIsCaught() {
        KafkaStore store = new KafkaStore();
        Log log = new KafkaLog(store.settings(), properties -> {
            properties.replace("isolation.level", "read_uncommitted");
            return properties;
        });
        caught(new Beside(log, store.settings())::anOpenTransactionHoldsReadersUpUntilItEnds, log::close);
    }

    /** Only acks=1 is asked for; Kafka's client then gives up idempotence and says nothing. */
    static Map<String, Object> lessSafe(Map<String, Object> properties) {
        Map<String, Object> less = new HashMap<>(properties);
        if (less.replace("acks", "1") != null) {
            less.remove("enable.idempotence");
        }
        return less;
    }

    private static void caught(ThrowingCallable test, Runnable after) {
        try {
            assertThatThrownBy(test).isInstanceOf(AssertionError.class);
        } finally {
            after.run();
        }
    }

    private static LogUnderTest told(UnaryOperator<Map<String, Object>> told) {
        KafkaStore store = new KafkaStore();
        return new Hasty(store, () -> new KafkaLog(store.settings(), told));
    }

    private static LogUnderTest store(UnaryOperator<Log> bug) {
        KafkaStore store = new KafkaStore();
        return new Hasty(store, () -> bug.apply(store.open()));
    }

    private interface Opening {
        Log open();
    }

    /** Waits less for what will not come: that is how most of these show. */
    private record Hasty(KafkaStore store, Opening opening) implements LogUnderTest {
        @Override
        public Log open() {
            return opening.open();
        }

        @Override
        public void pass(Duration time) {
            store.pass(time);
        }

        @Override
        public Duration session() {
            return store.session();
        }

        @Override
        public Duration lock() {
            return store.lock();
        }

        @Override
        public Duration patience() {
            return store.patience().dividedBy(4);
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private static GroupContract groups(LogUnderTest store) {
        return new GroupContract() {
            @Override
            protected LogUnderTest store() {
                return store;
            }
        };
    }

    private static ReaderContract readers(LogUnderTest store) {
        return new ReaderContract() {
            @Override
            protected LogUnderTest store() {
                return store;
            }
        };
    }

    private static ShareContract shares(LogUnderTest store) {
        return new ShareContract() {
            @Override
            protected LogUnderTest store() {
                return store;
            }
        };
    }

    private static final class CommitsFirst extends ForwardingLog {
        CommitsFirst(Log log) {
            super(log);
        }

        @Override
        public GroupReader group(GroupOptions options) {
            return new ForwardingReader(log.group(options)) {
                @Override
                public List<StoredRecord> poll(int max, Duration timeout) {
                    List<StoredRecord> polled = reader.poll(max, timeout);
                    polled.forEach(record -> reader.commit(Map.of(record.place(), record.offset() + 1)));
                    return polled;
                }
            };
        }
    }

    private static final class Unfenced extends ForwardingLog {
        Unfenced(Log log) {
            super(log);
        }

        @Override
        public OwnedReader owned(String group, Collection<TopicPartition> places) {
            OwnedReader reader = log.owned(group, places);
            return new OwnedReader() {
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
                    try {
                        reader.commit(nextOffsets);
                    } catch (FencedException replaced) {
                        log.resetOffsets(group, nextOffsets);
                    }
                }

                @Override
                public void close() {
                    reader.close();
                }
            };
        }
    }

    private static final class CommittingTail extends ForwardingLog {
        CommittingTail(Log log) {
            super(log);
        }

        @Override
        public Reader tail(Collection<String> topics) {
            Reader reader = log.tail(topics);
            return new Reader() {
                @Override
                public List<StoredRecord> poll(int max, Duration timeout) {
                    List<StoredRecord> polled = reader.poll(max, timeout);
                    polled.forEach(record -> log.resetOffsets("tail", Map.of(record.place(), record.offset() + 1)));
                    return polled;
                }

                @Override
                public void close() {
                    reader.close();
                }
            };
        }
    }

    private static final class AcceptsFirst extends ForwardingLog {
        AcceptsFirst(Log log) {
            super(log);
        }

        @Override
        public ShareReader share(String group, Collection<String> topics, Duration lockDuration) {
            ShareReader reader = log.share(group, topics, lockDuration);
            return new ShareReader() {
                @Override
                public List<Lent> poll(int max, Duration timeout) {
                    List<Lent> lent = reader.poll(max, timeout);
                    lent.forEach(reader::accept);
                    return lent;
                }

                @Override
                public void answer(Map<Lent, Answer> answers) {}

                @Override
                public void renew() {
                    reader.renew();
                }

                @Override
                public void close() {
                    reader.close();
                }
            };
        }
    }

    private static final class HashCodeLog extends ForwardingLog {
        HashCodeLog(Log log) {
            super(log);
        }

        @Override
        public Producer producer(String id) {
            Producer producer = log.producer(id);
            return new Producer() {
                @Override
                public void send(String topic, OptionalInt p, LogRecord record, long seq, Acknowledgement ack) {
                    int partitions = log.topic(topic).orElseThrow().partitions();
                    int number = Math.floorMod(Arrays.hashCode(record.key()), partitions);
                    producer.send(topic, OptionalInt.of(p.orElse(number)), record, seq, ack);
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
            };
        }
    }
}
