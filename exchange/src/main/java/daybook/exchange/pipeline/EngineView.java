package daybook.exchange.pipeline;

import daybook.events.Account;
import daybook.events.Instrument;
import daybook.events.SessionState;
import daybook.exchange.BookView;
import daybook.exchange.Indication;
import daybook.exchange.OrderView;
import daybook.exchange.VenueState;
import daybook.exchange.matching.MatchingEngine;
import java.util.List;
import java.util.Optional;

/** The engine as questions see it. Shown only while nothing that the engine has decided is undurable. */
record EngineView(MatchingEngine engine) implements VenueState {

    @Override
    public long seq() {
        return engine.lastSeq();
    }

    @Override
    public SessionState session() {
        return engine.session();
    }

    @Override
    public Optional<BookView> book(String symbol, int depth) {
        return engine.book(symbol, depth);
    }

    @Override
    public Optional<OrderView> order(long orderId) {
        return engine.order(orderId);
    }

    @Override
    public Optional<OrderView> order(String accountId, String clientOrderId) {
        return engine.order(accountId, clientOrderId);
    }

    @Override
    public List<OrderView> openOrders(String accountId, int limit) {
        List<OrderView> all = engine.openOrders(accountId);
        return all.size() <= limit ? all : List.copyOf(all.subList(0, limit));
    }

    @Override
    public List<Instrument> instruments() {
        return engine.instruments();
    }

    @Override
    public List<Account> accounts() {
        return engine.accounts();
    }

    @Override
    public Optional<Indication> indication(String symbol) {
        return engine.indication(symbol);
    }

    @Override
    public boolean killSwitchEngaged(String accountId) {
        return engine.killSwitch(accountId);
    }
}
