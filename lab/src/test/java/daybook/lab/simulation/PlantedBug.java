package daybook.lab.simulation;

import daybook.delivery.BatchHandler;
import daybook.delivery.DeliveryMode;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.exchange.pipeline.PlantedExchange;
import daybook.journal.Disk;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.publisher.Checkpoint;
import daybook.publisher.CheckpointStore;
import daybook.publisher.EventSource;
import daybook.publisher.JournalPublisher;
import daybook.publisher.Mark;
import daybook.publisher.PlantedPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Bugs that look reasonable. Each is another implementation of one port of the chain, and a seed tells what it does.
 *
 * @param seed the first seed that finds it
 * @param anomaly as what it is found
 */
record PlantedBug(String name, long seed, String anomaly, Parts parts) {
    static final List<PlantedBug> ALL = List.of(
            bug(
                    "JOURNAL_IS_NEVER_FORCED",
                    5,
                    "REFUSED",
                    disk(disk -> PlantedDisks.neverForced(disk, Venue.DIRECTORY.resolve("journal")))),
            bug(
                    "LOG_IS_NEVER_FORCED",
                    10,
                    "REFUSED",
                    disk(disk -> PlantedDisks.neverForced(disk, Venue.DIRECTORY.resolve("log")))),
            bug("DIRECTORIES_ARE_NEVER_FORCED", 25, "ACK_LOST", disk(PlantedDisks::namesNeverForced)),
            bug("FAILED_FORCE_IS_TRIED_AGAIN", 931, "REFUSED", disk(PlantedDisks::failedForcesTriedAgain)),
            bug("REPLIES_BEFORE_THE_FORCE", 1, "ACK_LOST", new Parts() {
                @Override
                public Exchange exchange(ExchangeHome home, ExchangeSettings settings, ExchangePorts ports) {
                    return PlantedExchange.repliesBeforeTheForce(home, settings, ports);
                }
            }),
            bug("PUBLISHER_IGNORES_THE_DURABLE_LINE", 1, "REFUSED", source(real -> new EventSource() {
                @Override
                public long durableSeq() {
                    return Long.MAX_VALUE / 2;
                }

                @Override
                public Tail from(long seq) {
                    return real.from(seq);
                }
            })),
            bug("PUBLISHER_BEGINS_ONE_TOO_LATE", 1, "SEND_SKIP", source(real -> new EventSource() {
                @Override
                public long durableSeq() {
                    return real.durableSeq();
                }

                @Override
                public Tail from(long seq) {
                    return real.from(seq == 1 ? 1 : seq + 1);
                }
            })),
            bug("PUBLISHER_RESUMES_FROM_NOW", 69, "UNSEEN", new Parts() {
                @Override
                public CheckpointStore checkpoints(CheckpointStore real, EventSource source, Log log) {
                    return new CheckpointStore() {
                        @Override
                        public Checkpoint load() {
                            try {
                                Mark now = new Mark(source.durableSeq(), log.topicId(World.EVENTS), List.of());
                                return new Checkpoint(Venue.ID, List.of(now));
                            } catch (LogException away) {
                                return real.load();
                            }
                        }

                        @Override
                        public void save(Checkpoint checkpoint) {
                            real.save(checkpoint);
                        }
                    };
                }
            }),
            bug("PUBLISHER_SAVES_THE_LAST_ACK", 2, "SEND_SKIP", publisher(PlantedPublisher::savesTheLastAck)),
            bug("PUBLISHER_SAVES_THE_LAST_SENT", 1, "SEND_SKIP", publisher(PlantedPublisher::savesTheLastSent)),
            bug("PUBLISHER_DOES_NOT_RECONCILE", 2, "UNSEEN", publisher(PlantedPublisher::doesNotReconcile)),
            bug("PARTITION_BY_HASH_CODE", 1, "WRONG_PARTITION", log("venue", PlantedLogs::partitionsByHashCode)),
            bug("FILLS_WITHOUT_KEYS", 1, "WRONG_PARTITION", log("capture", PlantedLogs::withoutKeys)),
            bug("EVENTS_ACKNOWLEDGED_AT_ONCE", 2, "UNSEEN", log("venue", PlantedLogs::acknowledgesAtOnce)),
            bug("EVENTS_REWRITTEN_ON_THE_WAY", 1, "MISMATCH", log("venue", PlantedLogs::rewritesBodies)),
            bug("EVENTS_UNDER_THE_ID_OF_ANOTHER", 1, "INCONSISTENT_OFFSETS", log("venue", PlantedLogs::reusesIds)),
            bug("RELAY_MARKS_BEFORE_PUBLISHING", 2, "UNSEEN", log("capture", PlantedLogs::acknowledgesAtOnce)),
            bug("RELAY_MARKS_WHAT_FAILED", 3, "UNSEEN", log("capture", PlantedLogs::swallowsFailures)),
            bug("READER_COMMITS_WHAT_IT_POLLED", 3, "COMMITTED_AHEAD", log("ledger", PlantedLogs::commitsWhatItPolled)),
            bug("READER_DROPS_RECORDS", 2, "POLL_SKIP", log("capture", PlantedLogs::dropsTheLastOfABatch)),
            bug(
                    "CAPTURE_HAS_NO_GUARD",
                    2,
                    "STATE_NOT_THE_FOLD",
                    said(
                            "capture",
                            sql -> sql.replace(
                                            "ON CONFLICT (trade_id) DO NOTHING",
                                            "ON CONFLICT (trade_id) DO UPDATE SET price = excluded.price")
                                    .replace("INSERT INTO charge", "INSERT OR REPLACE INTO charge"))),
            bug(
                    "OUTBOX_MARKS_ALL_BELOW",
                    3,
                    "UNSEEN",
                    said("capture", sql -> sql.replace("sent_at_ms = ? WHERE n = ?", "sent_at_ms = ? WHERE n <= ?"))),
            bug(
                    "OUTBOX_READ_WITH_A_CURSOR",
                    3,
                    "NOT_CONVERGED",
                    said(
                            "capture",
                            sql -> sql.replace(
                                    "WHERE sent_at_ms IS NULL ORDER BY n LIMIT",
                                    "WHERE sent_at_ms IS NULL AND n > (SELECT COALESCE(MAX(n), 0) FROM outbox WHERE sent_at_ms > 0)"
                                            + " ORDER BY n LIMIT"))),
            bug(
                    "OUTBOX_OUT_OF_ORDER",
                    1,
                    "OUT_OF_ORDER",
                    said("capture", sql -> sql.replace("IS NULL ORDER BY n LIMIT", "IS NULL ORDER BY n DESC LIMIT"))),
            bug(
                    "LEASE_WITHOUT_FENCE",
                    187,
                    "STATE_NOT_THE_FOLD",
                    said(
                            "ledger",
                            sql -> sql.replace("owner = ? AND token = ?", "(owner = ? OR token <> ?)")
                                    .replace(
                                            "AND topic_id = ? AND next_offset = ?",
                                            "AND topic_id = ? AND (next_offset = ? OR 1 = 1)"))),
            bug("EFFECT_HAS_NO_GUARD", 3, "STATE_NOT_THE_FOLD", totals(PlantedTotals::withoutGuard)),
            bug("WATERMARK_AS_GUARD", 5, "STATE_NOT_THE_FOLD", totals(PlantedTotals::watermark)),
            bug("OFFSET_AS_IDENTITY", 5, "STATE_NOT_THE_FOLD", totals(PlantedTotals::offsetAsIdentity)),
            bug("ID_WITHOUT_THE_SIDE", 1, "STATE_NOT_THE_FOLD", totals(PlantedTotals::idWithoutTheSide)),
            bug(
                    "ID_SAVED_IN_ANOTHER_TRANSACTION",
                    3,
                    "STATE_NOT_THE_FOLD",
                    totals(PlantedTotals::idInAnotherTransaction)),
            bug("SEEN_KEPT_IN_MEMORY", 3, "STATE_NOT_THE_FOLD", totals(PlantedTotals::seenInMemory)),
            bug("COMMITS_BEFORE_IT_PROCESSES", 3, "STATE_NOT_THE_FOLD", new Parts() {
                @Override
                public DeliveryMode totalsMode() {
                    return DeliveryMode.AT_MOST_ONCE;
                }
            }),
            bug("OFFSET_OUTSIDE_THE_TRANSACTION", 2, "STATE_NOT_THE_FOLD", new Parts() {
                @Override
                public DeliveryMode totalsMode() {
                    return DeliveryMode.AT_LEAST_ONCE;
                }

                @Override
                public BatchHandler totals(InstantSource clock) {
                    return PlantedTotals.withoutGuard(clock);
                }
            }));

    private static PlantedBug bug(String name, long seed, String anomaly, Parts parts) {
        return new PlantedBug(name, seed, anomaly, parts);
    }

    @Override
    public String toString() {
        return name;
    }

    private static Parts disk(UnaryOperator<Disk> planted) {
        return new Parts() {
            @Override
            public Disk disk(Disk real) {
                return planted.apply(real);
            }
        };
    }

    private static Parts source(UnaryOperator<EventSource> planted) {
        return new Parts() {
            @Override
            public EventSource source(EventSource real, Exchange exchange) {
                return planted.apply(real);
            }
        };
    }

    private static Parts publisher(BiFunction<PublisherPorts, PublisherSettings, JournalPublisher> planted) {
        return new Parts() {
            @Override
            public JournalPublisher publisher(PublisherPorts ports, PublisherSettings settings) {
                return planted.apply(ports, settings);
            }
        };
    }

    private static Parts log(String of, UnaryOperator<Log> planted) {
        return new Parts() {
            @Override
            public Log log(String process, Log real) {
                return process.equals(of) ? planted.apply(real) : real;
            }
        };
    }

    private static Parts said(String of, UnaryOperator<String> planted) {
        return new Parts() {
            @Override
            public String said(String service, String sql) {
                return service.equals(of) ? planted.apply(sql) : sql;
            }
        };
    }

    private static Parts totals(Function<InstantSource, BatchHandler> planted) {
        return new Parts() {
            @Override
            public BatchHandler totals(InstantSource clock) {
                return planted.apply(clock);
            }
        };
    }
}
