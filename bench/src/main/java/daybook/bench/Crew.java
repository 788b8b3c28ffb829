package daybook.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Some threads that begin together. */
public final class Crew {
    private static final int LONGEST_MINUTES = 10;

    private Crew() {}

    /** What one of them does. */
    public interface Member {
        void work(int number) throws Exception;
    }

    /** Runs them all, and returns when the last has ended. Fails if one does. */
    public static void run(int members, Member member) throws Exception {
        List<Callable<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            int number = i;
            all.add(() -> {
                member.work(number);
                return true;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(members);
        try {
            for (Future<Boolean> ended : threads.invokeAll(all, LONGEST_MINUTES, TimeUnit.MINUTES)) {
                if (!ended.get()) {
                    throw new IllegalStateException("a member of the crew has not ended well");
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
