package daybook.app.cli;

import daybook.app.DecimalText;
import daybook.app.ExitCode;
import daybook.app.Json;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Instruments; a change is a journaled command. */
@Command(
        name = "symbols",
        description = "Instruments: list, add, change. Every change is a journaled command.",
        subcommands = {SymbolsCommand.ListAll.class, SymbolsCommand.Add.class, SymbolsCommand.Change.class},
        footer = {
            "",
            "Examples:",
            "  daybook symbols list",
            "  daybook symbols add WIPRO --reference 250.00 --tick 0.05"
        })
final class SymbolsCommand {
    /** Lists. */
    @Command(
            name = "list",
            description = "List the instruments as last set.",
            footer = {"", "Examples:", "  daybook symbols list --json"})
    static final class ListAll implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        ListAll(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            Map<String, Map<String, Object>> symbols = new LinkedHashMap<>();
            new JournalReading(common.existing(console).data().root()).events(1, event -> {
                if (event instanceof InstrumentChanged changed) {
                    symbols.put(changed.instrument().symbol(), row(changed.instrument()));
                }
            });
            common.output().print(console, symbols.values().stream().toList());
            return ExitCode.OK.code();
        }
    }

    /** What can be set. */
    static final class Settings {
        @Option(names = "--price-scale", paramLabel = "N", description = "Decimals of a price (2).")
        private @Nullable Long priceScale;

        @Option(names = "--quantity-scale", paramLabel = "N", description = "Decimals of a quantity (0).")
        private @Nullable Long quantityScale;

        @Option(names = "--tick", paramLabel = "P", description = "Prices are multiples of it.")
        private @Nullable String tick;

        @Option(names = "--lot", paramLabel = "Q", description = "Quantities are multiples of it.")
        private @Nullable String lot;

        @Option(names = "--reference", paramLabel = "P", description = "Middle of the price band.")
        private @Nullable String reference;

        @Option(names = "--band", paramLabel = "N", description = "Width of the price band in percent; 0 = none.")
        private @Nullable Long band;

        @Option(names = "--max-quantity", paramLabel = "Q", description = "Largest quantity of an order.")
        private @Nullable String maxQuantity;

        @Option(names = "--max-notional", paramLabel = "M", description = "Largest price x quantity of an order.")
        private @Nullable String maxNotional;

        @Option(names = "--currency", paramLabel = "C", description = "Currency (INR).")
        private @Nullable String currency;

        Map<String, Object> body(String symbol) {
            Map<String, Object> body = Json.fields("symbol", symbol);
            put(body, "priceScale", priceScale);
            put(body, "quantityScale", quantityScale);
            put(body, "tick", tick);
            put(body, "lot", lot);
            put(body, "referencePrice", reference);
            put(body, "bandPercent", band);
            put(body, "maxQuantity", maxQuantity);
            put(body, "maxNotional", maxNotional);
            put(body, "currency", currency);
            return body;
        }

        private static void put(Map<String, Object> body, String name, @Nullable Object value) {
            if (value != null) {
                body.put(name, value);
            }
        }
    }

    /** Adds. */
    @Command(
            name = "add",
            description = "Add an instrument.",
            footer = {"", "Examples:", "  daybook symbols add WIPRO --reference 250.00 --tick 0.05 --band 10"})
    static final class Add implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Settings settings = new Settings();

        @Parameters(paramLabel = "SYMBOL", description = "1 to 32 of A-Z a-z 0-9 . _ -")
        private String symbol = "";

        Add(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            common.output().print(console, post(common.existing(console), settings.body(symbol)));
            return ExitCode.OK.code();
        }
    }

    /** Changes. */
    @Command(
            name = "change",
            description = "Change an instrument; what is not named stays. Scales cannot change.",
            footer = {"", "Examples:", "  daybook symbols change INFY --band 20"})
    static final class Change implements Callable<Integer> {
        private final Console console;

        @Mixin
        private Common common = new Common();

        @Mixin
        private Settings settings = new Settings();

        @Parameters(paramLabel = "SYMBOL", description = "As in symbols list.")
        private String symbol = "";

        Change(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            common.output().print(console, post(common.existing(console), settings.body(symbol)));
            return ExitCode.OK.code();
        }
    }

    private static Map<String, Object> post(Place place, Map<String, Object> body) {
        return VenueAccess.ask(place, venue -> venue.post("/api/v1/symbols", body));
    }

    private static Map<String, Object> row(Instrument i) {
        return Json.fields(
                "symbol", i.symbol(),
                "priceScale", i.priceScale(),
                "quantityScale", i.quantityScale(),
                "tick", DecimalText.format(i.tick(), i.priceScale()),
                "lot", DecimalText.format(i.lot(), i.quantityScale()),
                "referencePrice", DecimalText.format(i.referencePrice(), i.priceScale()),
                "bandPercent", i.bandPercent(),
                "maxQuantity", DecimalText.format(i.maxQuantity(), i.quantityScale()),
                "maxNotional", DecimalText.format(i.maxNotional(), i.moneyScale()),
                "currency", i.currency());
    }
}
