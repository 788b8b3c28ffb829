package daybook.exchange.matching;

import static daybook.events.Side.BUY;
import static daybook.events.Side.SELL;
import static daybook.events.TimeInForce.DAY;
import static daybook.events.TimeInForce.GTC;
import static daybook.events.TimeInForce.IOC;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Account;
import daybook.events.OrderRejected;
import daybook.events.SelfTradeMode;
import daybook.exchange.OrderView;
import org.junit.jupiter.api.Test;

/** Per account a client order id is used once. */
class ClientOrderIdTest {
    private final Floor floor = Floor.open();

    private OrderRejected lastReject() {
        return (OrderRejected) floor.events.get(floor.events.size() - 1);
    }

    @Test
    void theSameIdWithTheSameBodyNamesTheFirstOrder() {
        floor.limit("A", "c1", BUY, GTC, 5, 100).limit("A", "c1", BUY, GTC, 5, 100);

        assertThat(floor.heard()).containsExactly("c1 accepted", "c1 rejected DUPLICATE_CLIENT_ORDER_ID");
        assertThat(lastReject().orderId()).isEqualTo(floor.id("c1"));
    }

    @Test
    void theSameIdWithAnotherBodyNamesNone() {
        floor.limit("A", "c1", BUY, GTC, 5, 100).heard();

        floor.limit("A", "c1", BUY, GTC, 6, 100);
        assertThat(lastReject().orderId()).isZero();
        floor.limit("A", "c1", BUY, GTC, 5, 101);
        assertThat(lastReject().orderId()).isZero();
        floor.limit("A", "c1", SELL, GTC, 5, 100);
        assertThat(lastReject().orderId()).isZero();
        floor.limit("A", "c1", BUY, DAY, 5, 100);
        assertThat(lastReject().orderId()).isZero();
        assertThat(floor.heard()).containsOnly("c1 rejected DUPLICATE_CLIENT_ORDER_ID");
    }

    @Test
    void theBodyIsTheFirstOneAlsoAfterAnAmend() {
        floor.limit("A", "c1", BUY, GTC, 5, 100).amend("A", "c1", 99, 7);

        floor.limit("A", "c1", BUY, GTC, 5, 100);

        assertThat(lastReject().orderId()).isEqualTo(floor.id("c1"));
    }

    @Test
    void anotherAccountMayUseTheId() {
        floor.limit("A", "c1", BUY, GTC, 5, 100).limit("B", "c1", BUY, GTC, 5, 100);

        assertThat(floor.heard()).containsExactly("c1 accepted", "c1 accepted");
    }

    @Test
    void theIdOfACancelledOrderStaysUsed() {
        floor.sell("c1", 5, 100)
                .cancel("c1", "c1")
                .sell("c1", 7, 100)
                .buy("B", 7, 100)
                .cancel("c1", "c1");

        assertThat(floor.heard())
                .containsExactly(
                        "c1 accepted",
                        "c1 cancelled 5 CLIENT_REQUEST",
                        "c1 rejected DUPLICATE_CLIENT_ORDER_ID",
                        "B accepted",
                        "c1 rejected ORDER_CANCELLED");
    }

    @Test
    void theIdOfARejectedOrderIsFree() {
        floor.sell("c1", 0, 100).sell("c1", 5, 100);

        assertThat(floor.heard()).containsExactly("c1 rejected INVALID_QUANTITY", "c1 accepted");
    }

    @Test
    void aRepeatIsAnsweredEvenWhenTheAccountMayNoLongerTrade() {
        floor.limit("A", "c1", BUY, GTC, 5, 100);
        floor.with(new Account("A", false, SelfTradeMode.NONE, 0, 0, 0));

        floor.limit("A", "c1", BUY, GTC, 5, 100);

        assertThat(floor.heard()).containsExactly("c1 rejected DUPLICATE_CLIENT_ORDER_ID");
    }

    @Test
    void openOrdersAndTheLastTenThousandFinishedOnesAreRemembered() {
        floor.limit("A", "open", BUY, GTC, 1, 1);
        for (int i = 0; i <= Registry.MEMORY; i++) {
            floor.limit("A", "c" + i, BUY, IOC, 1, 1);
        }
        floor.heard();

        floor.limit("A", "open", BUY, GTC, 1, 1)
                .limit("A", "c1", BUY, IOC, 1, 1)
                .limit("A", "c" + Registry.MEMORY, BUY, IOC, 1, 1)
                .limit("A", "c0", BUY, IOC, 1, 1);

        assertThat(floor.heard())
                .containsExactly(
                        "open rejected DUPLICATE_CLIENT_ORDER_ID",
                        "c1 rejected DUPLICATE_CLIENT_ORDER_ID",
                        "c10000 rejected DUPLICATE_CLIENT_ORDER_ID",
                        "c0 accepted",
                        "c0 cancelled 1 NO_LIQUIDITY");
    }

    @Test
    void aFinishedOrderCanStillBeSeen() {
        floor.sell("S", 3, 100).limit("A", "c1", BUY, IOC, 5, 100);

        OrderView order = floor.engine.order("A", "c1").orElseThrow();

        assertThat(order)
                .isEqualTo(new OrderView(
                        order.seq(),
                        floor.id("c1"),
                        "c1",
                        "A",
                        "ABC",
                        BUY,
                        order.orderType(),
                        IOC,
                        100,
                        5,
                        3,
                        2,
                        OrderView.Status.CANCELLED));
        assertThat(floor.engine.order(floor.id("c1"))).contains(order);
        assertThat(floor.engine.order("B", "c1")).isEmpty();
        assertThat(floor.engine.order("A", "c1 with a name that is longer than any may be"))
                .isEmpty();
    }
}
