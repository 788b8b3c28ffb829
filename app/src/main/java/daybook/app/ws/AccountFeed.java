package daybook.app.ws;

import daybook.app.Json;
import daybook.posttrade.market.AccountNote;
import daybook.posttrade.market.MarketFeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** {@code private-account.{id}}: that something happened to an order, never what: the client asks for it where rights are checked again. */
final class AccountFeed extends ViewFeed {
    private final String account;

    AccountFeed(String channel, String account, MarketFeed market) {
        super(channel, market, Pace.EVENTS);
        this.account = account;
    }

    @Override
    public @Nullable Message snapshot(boolean gap) {
        Map<String, Object> data = new TreeMap<>();
        if (gap) {
            data.put("gap", true);
        }
        return Message.of(channel, market.seq(), Message.Kind.SNAP, data);
    }

    @Override
    public Step after(long seq) {
        long head = market.seq();
        Optional<List<AccountNote>> since = market.accountSince(account, seq);
        if (since.isEmpty()) {
            return Step.forgotten(head);
        }
        List<AccountNote> notes = since.get();
        List<Message> messages = new ArrayList<>();
        long done = seq;
        for (int i = 0; i < notes.size(); i++) {
            AccountNote note = notes.get(i);
            boolean last = i == notes.size() - 1 || notes.get(i + 1).seq() > note.seq();
            if (last) {
                done = note.seq();
            }
            messages.add(Message.of(channel, done, Message.Kind.EVENT, json(note))); // of one seq: see Feed
            if (last && messages.size() >= Step.MAX_MESSAGES) {
                return Step.of(messages, done);
            }
        }
        return Step.of(messages, messages.isEmpty() ? Math.max(seq, head) : done);
    }

    private static Map<String, Object> json(AccountNote note) {
        return Json.fields(
                "kind", note.kind().text(),
                "symbol", note.symbol(),
                "orderId", note.orderId());
    }
}
