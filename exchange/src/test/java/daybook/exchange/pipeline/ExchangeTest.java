package daybook.exchange.pipeline;

import static daybook.exchange.pipeline.SimulatedVenue.buy;
import static daybook.exchange.pipeline.SimulatedVenue.sell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Command;
import daybook.events.CommandCodec;
import daybook.events.Event;
import daybook.events.OrderAccepted;
import daybook.events.OrderRejected;
import daybook.events.RejectReason;
import daybook.events.Trade;
import daybook.exchange.QueryRefusedException;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.exchange.VenueState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ExchangeTest {
    private final SimulatedVenue venue = SimulatedVenue.trading();

    @Test
    void theReplyHasTheEventsInOrder() {
        venue.ask(sell("A", "s1", 5, 100));

        Reply.Decided reply = venue.decide(buy("B", "b1", 8, 101));

        assertThat(reply.commandSeq()).isEqualTo(8);
        assertThat(reply.events()).hasSize(2);
        assertThat(reply.events().get(0)).isInstanceOf(OrderAccepted.class);
        assertThat(reply.events().get(1)).isInstanceOf(Trade.class);
        assertThat(reply.firstOrderId()).isZero();
        assertThat(venue.events()).endsWith(reply.events().toArray(new Event[0]));
    }

    @Test
    void everyReplyIsDurableWhenItLeaves() {
        List<Long> early = new ArrayList<>();
        OrderStream stream = new OrderStream(1, "o");
        for (int i = 0; i < 2_000; i++) {
            venue.exchange().submit(stream.next(), reply -> {
                if (((Reply.Decided) reply).commandSeq() > venue.exchange().durableCommandSeq()) {
                    early.add(((Reply.Decided) reply).commandSeq());
                }
            });
            if (i % 37 == 0) {
                venue.pump();
            }
        }
        venue.pump();

        assertThat(early).isEmpty();
        assertThat(venue.exchange().counters().commands()).isEqualTo(2_006);
    }

    @Test
    void aCrowdIsDecidedWhileTheBatchBeforeItRunsBeside() {
        for (long seed = 1; seed <= 20; seed++) {
            SimulatedVenue crowded = new SimulatedVenue().withLanes(seed).open();
            crowded.prepare();
            List<Long> early = new ArrayList<>();
            List<CompletableFuture<Boolean>> answers = new ArrayList<>();
            int furthestAhead = 0;
            OrderStream stream = new OrderStream(seed, "o");
            for (int i = 0; i < 1_000; i++) {
                crowded.exchange().submit(stream.next(), reply -> {
                    if (((Reply.Decided) reply).commandSeq()
                            > crowded.exchange().durableCommandSeq()) {
                        early.add(((Reply.Decided) reply).commandSeq());
                    }
                });
            }
            for (int round = 0; round < 40; round++) {
                crowded.exchange().pump();
                furthestAhead = Math.max(furthestAhead, crowded.undurableCommands());
                if (round % 3 == 0) {
                    answers.add(crowded.exchange().query(state -> crowded.undurableCommands() == 0));
                }
            }
            crowded.pump();

            assertThat(early).as("told early, seed " + seed).isEmpty();
            assertThat(answers)
                    .as("seed " + seed)
                    .allSatisfy(answer -> assertThat(answer.join()).isTrue());
            assertThat(furthestAhead).as("seed " + seed).isBetween(0, 2 * SimulatedVenue.SETTINGS.batchCommands());
            assertThat(crowded.exchange().counters().commands()).isEqualTo(1_006);
            crowded.close();
        }
    }

    /** A force that ends between the last round and the end: who waits for it is told the outcome, not "unknown". */
    @Test
    void closingTellsEverybodyTheOutcomeAlsoOfTheForceUnderWay() {
        for (long seed = 1; seed <= 60; seed++) {
            SimulatedVenue crowded = new SimulatedVenue().withLanes(seed).open();
            crowded.prepare();
            List<Reply> replies = new ArrayList<>();
            OrderStream stream = new OrderStream(seed, "o");
            for (int i = 0; i < 700; i++) {
                crowded.exchange().submit(stream.next(), replies::add);
            }
            for (int round = 0; round < seed % 7; round++) {
                crowded.exchange().pump();
            }

            crowded.close();

            assertThat(replies)
                    .as("seed " + seed)
                    .hasSize(700)
                    .allSatisfy(reply -> assertThat(reply).isInstanceOf(Reply.Decided.class));
        }
    }

    @Test
    void oneForceCoversWhatWasWaiting() {
        long before = venue.exchange().counters().batches();
        for (int i = 0; i < 200; i++) {
            venue.exchange().submit(buy("A", "b" + i, 1, 100), reply -> {});
        }

        venue.pump();

        assertThat(venue.exchange().counters().batches() - before).isEqualTo(1);
        assertThat(venue.exchange().durableCommandSeq()).isEqualTo(206);
    }

    @Test
    void aBatchHasALimit() {
        long before = venue.exchange().counters().batches();
        for (int i = 0; i < 1_000; i++) {
            venue.exchange().submit(buy("A", "b" + i, 1, 100), reply -> {});
        }

        venue.pump();

        assertThat(venue.exchange().counters().batches() - before).isEqualTo(4);
    }

    @Test
    void aRepeatedClientOrderIdIsAnsweredWithTheFirstOrder() {
        long first = venue.enter(buy("A", "c1", 5, 100));

        Reply.Decided same = venue.decide(buy("A", "c1", 5, 100));
        Reply.Decided other = venue.decide(buy("A", "c1", 6, 100));
        Reply.Decided stranger = venue.decide(buy("B", "c1", 5, 99));

        assertThat(same.firstOrderId()).isEqualTo(first);
        assertThat(reasonOf(same)).isEqualTo(RejectReason.DUPLICATE_CLIENT_ORDER_ID);
        assertThat(other.firstOrderId()).isZero();
        assertThat(reasonOf(other)).isEqualTo(RejectReason.DUPLICATE_CLIENT_ORDER_ID);
        assertThat(stranger.events().get(0)).isInstanceOf(OrderAccepted.class);
    }

    @Test
    void aMalformedCommandNeverReachesTheRing() {
        assertThat(venue.exchange().submit(buy("A", "späte", 5, 100), reply -> {}))
                .isEqualTo(new Submission.Refused("clientOrderId: \"sp?te\" (expected: 1 to 36 of A-Z a-z 0-9 _ -)"));
        assertThat(venue.exchange().pump()).isZero();
    }

    @Test
    void aFullRingAnswersBusyAndRecordsNothing() {
        int queued = 0;
        while (venue.exchange().submit(buy("A", "b" + queued, 1, 100), reply -> {}) instanceof Submission.Queued) {
            queued++;
        }
        assertThat(queued).isEqualTo(SimulatedVenue.SETTINGS.ringSlots());
        assertThat(venue.exchange().counters().busy()).isEqualTo(1);

        venue.pump();

        assertThat(venue.exchange().submit(buy("A", "again", 1, 100), reply -> {}))
                .isInstanceOf(Submission.Queued.class);
        assertThat(venue.exchange().durableCommandSeq()).isEqualTo(6 + queued);
    }

    @Test
    void timeNeverGoesBackWhateverTheClockDoes() {
        venue.ask(buy("A", "1", 1, 100));
        venue.micros = 5;
        venue.ask(buy("A", "2", 1, 100));
        venue.close();
        venue.micros = 3;
        venue.open().ask(buy("A", "3", 1, 100));
        venue.micros = 9_000_000;
        venue.ask(buy("A", "4", 1, 100));

        List<Long> times =
                venue.commands().stream().map(CommandCodec.Timed::timeMicros).toList();
        assertThat(times).isSorted().endsWith(1_000_000L, 1_000_000L, 1_000_000L, 9_000_000L);
    }

    @Test
    void numbersOnlyForWhoWantsNoGarbage() {
        List<String> told = new ArrayList<>();
        OutcomeListener listener = new OutcomeListener() {
            @Override
            public void decided(long token, long commandSeq, long firstSeq, long lastSeq) {
                told.add(token + ": " + commandSeq + " " + firstSeq + ".." + lastSeq);
            }

            @Override
            public void undecided(long token, Reply reply) {
                told.add(token + ": " + reply);
            }
        };
        venue.ask(sell("A", "s1", 5, 100));
        venue.exchange().submit(buy("B", "b1", 8, 101), listener, 77);
        venue.exchange().submit(new Command.CancelAll("C", ""), listener, 78);
        venue.pump();

        assertThat(told).containsExactly("77: 8 8..9", "78: 9 10..9");
    }

    @Test
    void aListenerThatThrowsHarmsNobodyElse() {
        List<Reply> replies = new ArrayList<>();
        venue.exchange().submit(buy("A", "1", 1, 100), reply -> {
            throw new IllegalStateException("a listener's mistake");
        });
        venue.exchange().submit(buy("A", "2", 1, 100), replies::add);
        venue.pump();

        assertThat(replies).hasSize(1);
        assertThat(venue.exchange().counters().listenerFaults()).isEqualTo(1);
        assertThat(venue.exchange().failure()).isEmpty();
    }

    @Test
    void questionsAreAnsweredFromWhatIsDurable() {
        long order = venue.enter(buy("A", "c1", 5, 100));
        venue.ask(sell("B", "s1", 2, 100));

        long filled = venue.query(state -> state.order(order).orElseThrow().filledQuantity());
        long byClientId =
                venue.query(state -> state.order("A", "c1").orElseThrow().orderId());
        int open = venue.query(state -> state.openOrders("A", 10).size());
        int accounts = venue.query(state -> state.accounts().size());
        long seq = venue.query(VenueState::seq);

        assertThat(filled).isEqualTo(2);
        assertThat(byClientId).isEqualTo(order);
        assertThat(open).isEqualTo(1);
        assertThat(accounts).isEqualTo(4);
        assertThat(seq).isEqualTo(venue.exchange().durableSeq());
    }

    @Test
    void aQuestionThatFailsIsTheAskersFailure() {
        CompletableFuture<Object> answer = venue.exchange().query(state -> {
            throw new IllegalStateException("a bad question");
        });
        venue.pump();

        assertThatThrownBy(answer::join).hasRootCauseMessage("a bad question");
        assertThat(venue.exchange().failure()).isEmpty();
    }

    @Test
    void tooManyQuestionsAreRefused() {
        for (int i = 0; i < SimulatedVenue.SETTINGS.waitingQueries(); i++) {
            assertThat(venue.exchange().query(VenueState::seq)).isNotDone();
        }
        assertThat(venue.exchange().query(VenueState::seq)).isCompletedExceptionally();
    }

    @Test
    void afterCloseNothingIsTaken() {
        venue.close();

        assertThat(venue.exchange().submit(buy("A", "1", 1, 100), reply -> {}))
                .isEqualTo(new Submission.Stopped("the exchange is closed"));
        assertThatThrownBy(() -> venue.exchange().query(VenueState::seq).join())
                .hasCauseInstanceOf(QueryRefusedException.class);
    }

    @Test
    void closingFinishesWhatWaits() {
        List<Reply> replies = new ArrayList<>();
        venue.exchange().submit(buy("A", "1", 1, 100), replies::add);
        venue.close();

        assertThat(replies).hasSize(1).first().isInstanceOf(Reply.Decided.class);
        assertThat(venue.open().exchange().durableCommandSeq()).isEqualTo(7);
    }

    private static RejectReason reasonOf(Reply.Decided reply) {
        return ((OrderRejected) reply.events().get(0)).reason();
    }
}
