package daybook.exchange.matching;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.OrderRejected;
import daybook.events.RejectReason;
import daybook.events.SelfTradeMode;
import daybook.events.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is foreseen is a guess: it may be wrong, and must not change what is decided. */
class ForesightTest {
    @Test
    void aSlotThatWasForeseenForAnotherAccountDecidesForItsOwn() {
        MatchingEngine engine = engineWithAccounts("A", "B");
        CommandSlot[] slots = {new CommandSlot()};
        slots[0].set(newOrder("B", "b1"));
        engine.foresee(slots, 1);
        slots[0].set(newOrder("A", "a1"));

        List<Event> decided = decided(engine, slots[0]);

        assertThat(((OrderRejected) decided.get(0)).accountId()).isEqualTo("A");
    }

    @Test
    void anAccountThatWasNotThereWhenItWasForeseenIsFoundWhenItIsNeeded() {
        MatchingEngine engine = engineWithAccounts();
        CommandSlot[] slots = {new CommandSlot()};
        slots[0].set(newOrder("NEW", "n1"));
        engine.foresee(slots, 1);
        engine.apply(account("NEW"), 1, new EventRecords(event -> {}));

        List<Event> decided = decided(engine, slots[0]);

        assertThat(((OrderRejected) decided.get(0)).reason()).isEqualTo(RejectReason.UNKNOWN_SYMBOL);
    }

    /** The same commands on two engines; before one of them decides, it foresees whatever lies in old slots. */
    @Test
    void foreseeingChangesNothing() {
        long seed = 20_261_129;
        Random random = new Random(seed);
        RandomCommands commands = new RandomCommands(seed);
        MatchingEngine blind = new MatchingEngine();
        MatchingEngine seeing = new MatchingEngine();
        CommandSlot[] slots = new CommandSlot[16];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new CommandSlot();
        }
        for (int i = 0; i < 20_000; i++) {
            CommandSlot slot = slots[random.nextInt(slots.length)];
            slot.set(commands.next(i / 2));
            long time = commands.time();
            seeing.foresee(slots, slots.length);

            assertThat(decided(seeing, slot, time)).as("seed " + seed).isEqualTo(decided(blind, slot, time));
        }
        assertThat(seeing.stateHash()).isEqualTo(blind.stateHash());
    }

    private static MatchingEngine engineWithAccounts(String... accounts) {
        MatchingEngine engine = new MatchingEngine();
        for (String account : accounts) {
            engine.apply(account(account), 1, new EventRecords(event -> {}));
        }
        return engine;
    }

    private static Command account(String id) {
        return new Command.ChangeAccount(new Account(id, true, SelfTradeMode.CANCEL_RESTING, 0, 0, 0));
    }

    private static Command newOrder(String account, String clientOrderId) {
        return new Command.LoadOrder(account, clientOrderId, "NONE", Side.BUY, 1, 1);
    }

    private static List<Event> decided(MatchingEngine engine, CommandSlot slot) {
        return decided(engine, slot, 2);
    }

    private static List<Event> decided(MatchingEngine engine, CommandSlot slot, long time) {
        List<Event> events = new ArrayList<>();
        engine.apply(slot, time, new EventRecords(events::add));
        return events;
    }
}
