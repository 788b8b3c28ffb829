package daybook.fix.acceptor;

import daybook.events.EventIds;
import daybook.events.Instrument;
import daybook.events.OrderRejected;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.events.Trade;
import daybook.fix.Tag;
import daybook.fix.Units;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import quickfix.Message;
import quickfix.UtcTimestampPrecision;

/** Writes what goes out. */
final class Reports {
    static final char NEW = '0';
    static final char CANCELLED = '4';
    static final char REPLACED = '5';
    static final char REJECTED = '8';
    static final char EXPIRED = 'C';
    static final char TRADE = 'F';
    static final char STATUS = 'I';

    /** Of OrderID where there is no order. */
    static final String NO_ORDER = "NONE";

    /** A report must name a side and a symbol also where there is none. */
    private static final String UNDISCLOSED = "7";

    private static final String UNKNOWN_SYMBOL = "[N/A]";
    private static final int MORE_DECIMALS = 6;
    private static final int MOST_TEXT = 200;

    private Reports() {}

    /**
     * What a report is about.
     *
     * @param execType ExecType (150)
     * @param text Text (58); may be empty
     */
    record Occasion(String execId, char execType, long timeMicros, String text) {}

    static Message execution(Order order, Instrument instrument, Occasion occasion) {
        Message report = message(Tag.EXECUTION_REPORT, occasion.timeMicros());
        report.setString(Tag.ORDER_ID, Long.toString(order.orderId()));
        report.setString(Tag.CL_ORD_ID, order.clOrdId);
        report.setString(Tag.EXEC_ID, occasion.execId());
        report.setChar(Tag.EXEC_TYPE, occasion.execType());
        report.setChar(Tag.ORD_STATUS, order.state.ordStatus);
        report.setString(Tag.ACCOUNT, order.accountId());
        report.setString(Tag.SYMBOL, order.symbol());
        report.setChar(Tag.SIDE, order.side() == Side.BUY ? '1' : '2');
        report.setChar(Tag.ORD_TYPE, order.type() == OrderType.MARKET ? '1' : '2');
        timeInForce(report, order.timeInForce());
        report.setString(Tag.ORDER_QTY, Units.text(order.quantity, instrument.quantityScale()));
        if (order.type() == OrderType.LIMIT) {
            report.setString(Tag.PRICE, Units.text(order.price, instrument.priceScale()));
        }
        report.setString(Tag.LEAVES_QTY, Units.text(order.leaves(), instrument.quantityScale()));
        report.setString(Tag.CUM_QTY, Units.text(order.filled, instrument.quantityScale()));
        report.setString(Tag.AVG_PX, averagePrice(order, instrument.priceScale()));
        text(report, occasion.text());
        return report;
    }

    /** A report of an order that there is not. */
    static Message noOrder(String clOrdId, Fields request, Occasion occasion, int reason) {
        Message report = message(Tag.EXECUTION_REPORT, occasion.timeMicros());
        report.setString(Tag.ORDER_ID, NO_ORDER);
        set(report, Tag.CL_ORD_ID, clOrdId);
        report.setString(Tag.EXEC_ID, occasion.execId());
        report.setChar(Tag.EXEC_TYPE, occasion.execType());
        report.setChar(Tag.ORD_STATUS, '8');
        report.setInt(Tag.ORD_REJ_REASON, reason);
        report.setString(Tag.SYMBOL, request.has(Tag.SYMBOL) ? request.text(Tag.SYMBOL) : UNKNOWN_SYMBOL);
        report.setString(Tag.SIDE, request.has(Tag.SIDE) ? request.text(Tag.SIDE) : UNDISCLOSED);
        set(report, Tag.ORDER_QTY, request.text(Tag.ORDER_QTY));
        report.setString(Tag.LEAVES_QTY, "0");
        report.setString(Tag.CUM_QTY, "0");
        report.setString(Tag.AVG_PX, "0");
        text(report, occasion.text());
        return report;
    }

    /** @param reason CxlRejReason (102) */
    static Message cancelReject(Change change, char ordStatus, int reason, String text) {
        Message reject = new Message();
        reject.getHeader().setString(Tag.MSG_TYPE, Tag.ORDER_CANCEL_REJECT);
        reject.setString(Tag.ORDER_ID, change.orderId() == 0 ? NO_ORDER : Long.toString(change.orderId()));
        set(reject, Tag.CL_ORD_ID, change.clOrdId());
        set(reject, Tag.ORIG_CL_ORD_ID, change.origClOrdId());
        reject.setChar(Tag.ORD_STATUS, ordStatus);
        reject.setChar(Tag.CXL_REJ_RESPONSE_TO, change.replaces() ? '2' : '1');
        reject.setInt(Tag.CXL_REJ_REASON, reason);
        text(reject, text);
        return reject;
    }

    /** A new order that the exchange has refused. The event does not tell its side. */
    static Message refused(OrderRejected event, String execId, Optional<Fields> request) {
        Message report = message(Tag.EXECUTION_REPORT, event.time());
        report.setString(Tag.ORDER_ID, NO_ORDER);
        report.setString(Tag.CL_ORD_ID, event.clientOrderId());
        report.setString(Tag.EXEC_ID, execId);
        report.setChar(Tag.EXEC_TYPE, REJECTED);
        report.setChar(Tag.ORD_STATUS, '8');
        report.setInt(Tag.ORD_REJ_REASON, Reasons.ofOrder(event.reason()));
        report.setString(Tag.ACCOUNT, event.accountId());
        report.setString(Tag.SYMBOL, event.symbol().isEmpty() ? UNKNOWN_SYMBOL : event.symbol());
        report.setString(Tag.SIDE, request.map(fields -> fields.text(Tag.SIDE)).orElse(UNDISCLOSED));
        request.ifPresent(fields -> set(report, Tag.ORDER_QTY, fields.text(Tag.ORDER_QTY)));
        report.setString(Tag.LEAVES_QTY, "0");
        report.setString(Tag.CUM_QTY, "0");
        report.setString(Tag.AVG_PX, "0");
        text(report, event.reason().name());
        return report;
    }

    /** What was traded, beside the order as it stands with it. */
    static void fill(Message report, Trade trade, Side side, Instrument instrument) {
        report.setString(Tag.LAST_QTY, Units.text(trade.quantity(), instrument.quantityScale()));
        report.setString(Tag.LAST_PX, Units.text(trade.price(), instrument.priceScale()));
        report.setString(Tag.SECONDARY_EXEC_ID, EventIds.ofFill(trade.tradeId(), side));
    }

    static Message businessReject(Fields request, int reason, String text) {
        Message reject = new Message();
        reject.getHeader().setString(Tag.MSG_TYPE, Tag.BUSINESS_MESSAGE_REJECT);
        set(reject, Tag.REF_SEQ_NUM, request.head(Tag.MSG_SEQ_NUM));
        reject.setString(Tag.REF_MSG_TYPE, request.head(Tag.MSG_TYPE));
        set(reject, Tag.BUSINESS_REJECT_REF_ID, request.text(Tag.CL_ORD_ID));
        reject.setInt(Tag.BUSINESS_REJECT_REASON, reason);
        text(reject, text);
        return reject;
    }

    static void text(Message message, String text) {
        if (!text.isEmpty()) {
            String plain = text.replaceAll("[^\\x20-\\x7e]", "?");
            message.setString(Tag.TEXT, plain.length() > MOST_TEXT ? plain.substring(0, MOST_TEXT) : plain);
        }
    }

    static void set(Message message, int tag, String value) {
        if (!value.isEmpty()) {
            message.setString(tag, value);
        }
    }

    private static Message message(String type, long timeMicros) {
        Message message = new Message();
        message.getHeader().setString(Tag.MSG_TYPE, type);
        Instant at = Instant.EPOCH.plus(timeMicros, ChronoUnit.MICROS);
        message.setUtcTimeStamp(
                Tag.TRANSACT_TIME, LocalDateTime.ofInstant(at, ZoneOffset.UTC), UtcTimestampPrecision.MILLIS);
        return message;
    }

    private static void timeInForce(Message report, TimeInForce timeInForce) {
        switch (timeInForce) {
            case DAY -> report.setChar(Tag.TIME_IN_FORCE, '0');
            case GTC -> report.setChar(Tag.TIME_IN_FORCE, '1');
            case IOC -> report.setChar(Tag.TIME_IN_FORCE, '3');
            case FOK -> report.setChar(Tag.TIME_IN_FORCE, '4');
            case POST_ONLY -> {
                report.setChar(Tag.TIME_IN_FORCE, '1');
                report.setString(Tag.EXEC_INST, "6");
            }
        }
    }

    private static String averagePrice(Order order, int priceScale) {
        if (order.filled == 0 || order.notional.signum() == 0) {
            return "0";
        }
        return new BigDecimal(order.notional, priceScale)
                .divide(BigDecimal.valueOf(order.filled), priceScale + MORE_DECIMALS, RoundingMode.HALF_EVEN)
                .stripTrailingZeros()
                .toPlainString();
    }
}
