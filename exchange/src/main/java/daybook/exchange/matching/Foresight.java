package daybook.exchange.matching;

/**
 * Touches the memory that the next commands will need, before the first of them is decided. What is read is only a guess and
 * decides nothing. It goes in rounds, because each round's places are known from the one before, and a round waits for memory once.
 */
final class Foresight {
    /** More than are ever seen together. */
    private static final int MOST = 64;

    private final Venue venue;
    private final int[] nameHashes = new int[MOST];
    private final int[] idHashes = new int[MOST];
    private int names;
    private int ids;

    @SuppressWarnings("UnusedVariable") // written, so that the compiler does not leave out the reads
    private long seen;

    Foresight(Venue venue) {
        this.venue = venue;
    }

    void see(CommandSlot[] commands, int count) {
        names = 0;
        ids = 0;
        for (int i = 0; i < Math.min(count, MOST); i++) {
            CommandSlot command = commands[i];
            switch (command.kind()) {
                case NEW_ORDER, LOAD_ORDER -> name(command);
                case AMEND_ORDER, CANCEL_ORDER -> idHashes[ids++] = Registry.hash(command.orderId());
                case CANCEL_ALL, SET_SESSION, CHANGE_INSTRUMENT, CHANGE_ACCOUNT, CHANGE_KILL_SWITCH -> {}
            }
        }
        touch();
    }

    private void name(CommandSlot command) {
        AccountState account = venue.account(command.accountId());
        if (account != null) {
            command.setAccountHint(account.index);
            nameHashes[names++] = Registry.hash(account, command.clientOrderId());
        }
    }

    private void touch() {
        long read = 0;
        for (int i = 0; i < names; i++) {
            read += venue.registry.foreseeName(nameHashes[i]);
        }
        for (int i = 0; i < ids; i++) {
            idHashes[i] = venue.registry.foreseeId(idHashes[i]);
        }
        for (int i = 0; i < ids; i++) {
            if (idHashes[i] != OrderTable.NONE) {
                read += venue.orders.level(idHashes[i]);
            }
        }
        seen = read;
    }
}
