package daybook.posttrade.market;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pointers to what happened to the orders of accounts: one ring for all, in which each note knows the one before it of its account. So
 * an account costs nothing while nothing happens to it, and the whole is bounded however many there are.
 *
 * <p>Not safe for many threads.
 */
final class AccountNotes {
    /** More than {@link MarketFeed#REMEMBERED_NOTES}, and a power of two. */
    private static final int SIZE = 1 << 18;

    private static final long NONE = -1;

    private final AccountNote[] notes = new AccountNote[SIZE];
    private final String[] accounts = new String[SIZE];
    /** Number of the note before it of the same account. */
    private final long[] before = new long[SIZE];
    /** Number of an account's last note. Numbers count from 0 and never begin again. */
    private final Map<String, Long> last = new HashMap<>();

    private long count;
    private long forgotten;

    /** @param from what happened at or below this seq is not known here */
    AccountNotes(long from) {
        this.forgotten = from;
    }

    void add(String account, AccountNote note) {
        int at = place(count);
        if (count >= SIZE) {
            forgotten = notes[at].seq();
            last.remove(accounts[at], count - SIZE); // only if it was the account's last
        }
        notes[at] = note;
        accounts[at] = account;
        Long previous = last.put(account, count);
        before[at] = previous == null ? NONE : previous;
        count++;
    }

    /**
     * What happened to an account's orders after a seq, oldest first; empty if some of it may be forgotten, or it is more than {@link
     * MarketFeed#REMEMBERED}: an answer is bounded as well.
     */
    Optional<List<AccountNote>> since(String account, long from) {
        if (from < forgotten) {
            return Optional.empty();
        }
        List<AccountNote> found = new ArrayList<>();
        @Nullable Long number = last.get(account);
        long at = number == null ? NONE : number;
        while (at >= Math.max(0, count - SIZE) && notes[place(at)].seq() > from) {
            if (found.size() == MarketFeed.REMEMBERED) {
                return Optional.empty();
            }
            found.add(notes[place(at)]);
            at = before[place(at)];
        }
        Collections.reverse(found);
        return Optional.of(found);
    }

    private static int place(long number) {
        return (int) (number & (SIZE - 1));
    }
}
