package daybook.app.http;

import daybook.app.DecimalText;
import daybook.events.EventJson;
import daybook.events.Instrument;

/** Decimal text of a request into units of an instrument; finer than the scale is off the tick or lot, never rounded. */
final class Units {
    private Units() {}

    static long price(String text, Instrument instrument) {
        String tick = DecimalText.format(instrument.tick(), instrument.priceScale());
        return units("price", text, instrument.priceScale(), "PRICE_NOT_ON_TICK", "a multiple of the tick " + tick);
    }

    static long quantity(String text, Instrument instrument) {
        String lot = DecimalText.format(instrument.lot(), instrument.quantityScale());
        return units("quantity", text, instrument.quantityScale(), "INVALID_QUANTITY", "a multiple of the lot " + lot);
    }

    private static long units(String name, String text, int scale, String reason, String expected) {
        DecimalText.Parsed parsed = DecimalText.parse(text, scale);
        return switch (parsed.outcome()) {
            case EXACT -> fitting(name, parsed.units(), scale);
            case TOO_FINE ->
                throw HttpError.refused(reason, name + ": finer than allowed (expected: " + expected + ")");
            case TOO_LARGE, MALFORMED -> throw tooLarge(name, scale);
        };
    }

    private static long fitting(String name, long units, int scale) {
        if (units > EventJson.MAX_INTEGER) {
            throw tooLarge(name, scale);
        }
        return units;
    }

    private static HttpError tooLarge(String name, int scale) {
        return HttpError.malformed(
                name + ": not accepted (expected: a decimal of at most 2^53-1 units of 10^-" + scale + ")");
    }
}
