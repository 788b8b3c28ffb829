package daybook.lab.simulation;

/**
 * What can go wrong. A fault counts when it has changed the run, not when it was planned.
 *
 * <p>The chance is that of one opportunity: a message, a statement, an operation of the disk, or one step of the schedule.
 */
enum Fault {
    // Clients and the network between them and the exchange.
    REQUEST_LOST(0.03),
    REQUEST_DUPLICATED(0.04),
    REPLY_LOST(0.06),
    REPLY_DELAYED(0.08),

    // The machine of the exchange; in a venue of one process, of everything.
    VENUE_KILLED(0.004),
    POWER_CUT(0.004),
    DISK_FAILS(0.002),
    DISK_FAILS_AND_SAYS_CLEAN(0.002),
    DISK_LOSES_A_SECTOR(0.002),
    DISK_READ_FAILS(0.002),
    DISK_FULL(0.002),
    BATCH_LATE(0.3),
    CHECKPOINT_LOST(0.1),
    CHECKPOINT_ROTTEN(0.1),
    SNAPSHOT_ROTTEN(0.1),

    // Clocks.
    VENUE_CLOCK_BACK(0.004),
    VENUE_CLOCK_AHEAD(0.004),
    DATABASE_CLOCK_JUMPS(0.004),

    // A broker, and the network to it.
    BROKER_AWAY(0.004),
    BROKER_POWER_CUT(0.004),
    BROKER_FORGETS_COMMITS(0.3),
    LEADER_CHANGED(0.004),
    TOPIC_MADE_AGAIN(0.0008),
    SEND_FAILED(0.02),
    SENDS_REORDERED(0.3),
    ACK_LOST(0.02),
    ACK_LATE(0.1),
    SEND_ARRIVES_LATE(0.02),
    FETCH_FAILED(0.02),
    FETCH_SHORT(0.1),
    FETCH_REPEATS(0.03),
    OFFSET_COMMIT_FAILED(0.05),

    // A database, and the connection to it.
    DATABASE_AWAY(0.003),
    CONNECTION_LOST(0.004),
    COMMIT_REFUSED(0.02),
    COMMIT_NOT_ANSWERED(0.02),

    // Services.
    SERVICE_KILLED(0.006),
    SERVICE_DIES_AT_A_STATEMENT(0.003),
    SERVICE_DIES_AT_A_COMMIT(0.01),
    SERVICE_FROZEN(0.004),
    TAIL_REOPENED(0.01);

    /** Of one opportunity, before a seed makes it more or less. */
    final double chance;

    Fault(double chance) {
        this.chance = chance;
    }
}
