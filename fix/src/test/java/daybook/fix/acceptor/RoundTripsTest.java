package daybook.fix.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.events.Event;
import daybook.fix.Floor;
import daybook.fix.Tag;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.ApplicationAdapter;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.FileStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/**
 * Orders without end over a connection that breaks three times, from a counterparty that keeps what it sent: each order is there
 * once, each is reported once, and at the end the numbers of both sides agree. 2,000 orders; 20,000 with {@code daybook.long}.
 */
class RoundTripsTest {
    private static final int ORDERS = Boolean.getBoolean("daybook.long") ? 20_000 : 2_000;
    private static final int ON_THE_WAY = 64;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void noNumberIsLeftOutThroughThreeDisconnects(@TempDir Path directory) throws Exception {
        try (Floor floor = new Floor(directory.resolve("acceptor"), Map.of("ALICE", "alice")).open();
                CutWire wire = new CutWire(floor.address());
                Counterparty alice = new Counterparty(wire, directory.resolve("alice"))) {
            await().atMost(PATIENCE).until(alice::isLoggedOn);
            for (int sent = 0; sent < ORDERS; sent++) {
                if (sent > 0 && sent % (ORDERS / 4) == 0) {
                    wire.cut();
                }
                alice.order("o" + sent);
                while (alice.ordered() - alice.reported() > ON_THE_WAY) {
                    LockSupport.parkNanos(100_000);
                }
            }
            await().atMost(PATIENCE).until(() -> alice.reported() == ORDERS);

            assertThat(wire.cuts()).isEqualTo(3);
            assertThat(alice.reportsInAll()).isEqualTo(ORDERS);
            assertThat(alice.execIds).hasSize(ORDERS);
            assertThat(floor.events().stream().filter(event -> event.kind() == Event.Kind.ORDER_ACCEPTED))
                    .hasSize(ORDERS);
            await().untilAsserted(() ->
                    assertThat(alice.session().getExpectedTargetNum()).isEqualTo(floor.nextNumber("ALICE")));
            assertThat(alice.session().getExpectedSenderNum()).isEqualTo(floor.expectedNumber("ALICE"));
        }
    }

    /** A counterparty by QuickFIX/J: it keeps its messages and sends them again when asked, as most do. */
    private static final class Counterparty extends ApplicationAdapter implements AutoCloseable {
        private final Set<String> reportedOrders = ConcurrentHashMap.newKeySet();
        private final Set<String> execIds = ConcurrentHashMap.newKeySet();
        private final AtomicInteger reports = new AtomicInteger();
        private final SocketInitiator initiator;
        private int ordered;

        Counterparty(CutWire wire, Path directory) throws Exception {
            SessionSettings settings = new SessionSettings();
            SessionID id = new SessionID("FIX.4.4", "ALICE", "DAYBOOK");
            settings.set(Map.<Object, Object>of(
                    "ConnectionType", "initiator",
                    "SocketConnectHost", "127.0.0.1",
                    "SocketConnectPort", Integer.toString(wire.port()),
                    "ReconnectInterval", "1",
                    "HeartBtInt", "30",
                    "NonStopSession", "Y",
                    "FileStorePath", directory.toString()));
            settings.setString(id, "BeginString", "FIX.4.4");
            initiator = new SocketInitiator(
                    this,
                    new FileStoreFactory(settings),
                    settings,
                    session -> new Silence(),
                    new DefaultMessageFactory(),
                    10_000);
            initiator.start();
        }

        void order(String clOrdId) {
            boolean buy = ordered++ % 2 == 0;
            Message order = new Message();
            order.getHeader().setString(Tag.MSG_TYPE, Tag.NEW_ORDER_SINGLE);
            order.setString(Tag.CL_ORD_ID, clOrdId);
            order.setString(Tag.SYMBOL, "ABC");
            order.setChar(Tag.SIDE, buy ? '1' : '2');
            order.setUtcTimeStamp(Tag.TRANSACT_TIME, LocalDateTime.now(ZoneOffset.UTC));
            order.setString(Tag.ORDER_QTY, "1");
            order.setChar(Tag.ORD_TYPE, '2');
            order.setString(Tag.PRICE, buy ? "1.00" : "200.00");
            order.setChar(Tag.TIME_IN_FORCE, '1');
            session().send(order);
        }

        Session session() {
            return initiator.getManagedSessions().get(0);
        }

        boolean isLoggedOn() {
            return session().isLoggedOn();
        }

        int ordered() {
            return ordered;
        }

        int reported() {
            return reportedOrders.size();
        }

        int reportsInAll() {
            return reports.get();
        }

        @Override
        public void toAdmin(Message message, SessionID session) {
            if (message.isSetField(98)) {
                message.setString(Tag.PASSWORD, Floor.PASSWORD);
            }
        }

        @Override
        public void fromApp(Message message, SessionID session) throws FieldNotFound {
            reports.incrementAndGet();
            execIds.add(message.getString(Tag.EXEC_ID));
            reportedOrders.add(message.getString(Tag.CL_ORD_ID));
        }

        @Override
        public void close() {
            initiator.stop(true);
        }
    }

    private static final class Silence implements quickfix.Log {
        @Override
        public void clear() {}

        @Override
        public void onIncoming(String message) {}

        @Override
        public void onOutgoing(String message) {}

        @Override
        public void onEvent(String text) {}

        @Override
        public void onErrorEvent(String text) {}
    }
}
