package daybook.exchange.pipeline;

/** Exchanges that keep one promise less, for tests of other modules. */
public final class PlantedExchange {
    private PlantedExchange() {}

    /** One whose replies do not wait for the disk. */
    public static Exchange repliesBeforeTheForce(ExchangeHome home, ExchangeSettings settings, ExchangePorts ports) {
        return Exchange.open(home, settings, ports, PlantedBugTest::repliesDoNotWait);
    }
}
