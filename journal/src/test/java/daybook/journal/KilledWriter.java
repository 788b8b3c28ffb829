package daybook.journal;

import java.nio.file.Path;

/** Started as a process of its own, to be killed: writes batches for ever, and says what is durable, one number per line. */
final class KilledWriter {
    private KilledWriter() {}

    public static void main(String[] arguments) {
        Journal journal = Journal.open(new FileDisk(), Path.of(arguments[0]), Entries.SMALL);
        while (journal.writer().nextCommandSeq() < 1_000_000) {
            Entries.batches(journal.writer(), 1);
            if (journal.writer().nextCommandSeq() % 7 == 0) {
                journal.writer().idle();
            }
            System.out.println(journal.writer().durableCommandSeq());
            System.out.flush();
        }
    }
}
