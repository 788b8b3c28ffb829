package daybook.fix.initiator;

import daybook.fix.FixVenueSettings;
import daybook.fix.Tag;
import daybook.strategies.venue.Answer;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import quickfix.ApplicationAdapter;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;

/** Hears what the venue says, on the session layer's threads: keeps it, and ends the wait that it answers. Safe for many threads. */
final class Ear extends ApplicationAdapter {
    private static final String LOGON = "A";
    private static final String SESSION_REJECT = "3";
    private static final int NOT_AVAILABLE = 4;

    private final FixVenueSettings.Session us;
    private final Heard heard;
    private final LongAdder unreadable = new LongAdder();
    private volatile @Nullable Waiting waiting;
    private volatile int sentNumber;
    private volatile long logon;

    Ear(FixVenueSettings.Session us, Heard heard) {
        this.us = us;
        this.heard = heard;
    }

    void await(Waiting next) {
        sentNumber = 0;
        waiting = next;
    }

    void stopWaiting() {
        waiting = null;
    }

    /** How many times we have logged on. */
    long logon() {
        return logon;
    }

    long unreadable() {
        return unreadable.sum();
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread of the session layer calls this
    public void onLogon(SessionID session) {
        logon++;
    }

    @Override
    public void onLogout(SessionID session) {
        end(new Waiting.Answered(new Answer.NoAnswer("the connection broke")));
    }

    @Override
    public void toAdmin(Message message, SessionID session) {
        if (!type(message).equals(LOGON)) {
            return;
        }
        if (!us.username().isEmpty()) {
            message.setString(Tag.USERNAME, us.username());
        }
        if (!us.password().isEmpty()) {
            message.setString(Tag.PASSWORD, us.password());
        }
    }

    @Override
    public void toApp(Message message, SessionID session) {
        try {
            sentNumber = message.getHeader().getInt(Tag.MSG_SEQ_NUM);
        } catch (FieldNotFound e) {
            sentNumber = 0;
        }
    }

    @Override
    public void fromAdmin(Message message, SessionID session) throws FieldNotFound {
        Waiting current = waiting;
        if (current != null
                && type(message).equals(SESSION_REJECT)
                && message.isSetField(Tag.REF_SEQ_NUM)
                && message.getInt(Tag.REF_SEQ_NUM) == sentNumber) {
            boolean order = current.refMsgType().equals(Tag.NEW_ORDER_SINGLE);
            String text = "the venue's session refused the message: " + Report.text(message, Tag.TEXT);
            end(new Waiting.Answered(
                    order ? new Answer.Known("", Answer.State.REJECTED, 0, text) : new Answer.NoAnswer(text)));
        }
    }

    @Override
    public void fromApp(Message message, SessionID session) throws FieldNotFound {
        switch (type(message)) {
            case Tag.EXECUTION_REPORT -> reported(message);
            case Tag.ORDER_CANCEL_REJECT -> cancelRefused(message);
            case Tag.BUSINESS_MESSAGE_REJECT -> refused(message);
            default -> {} // not about orders
        }
    }

    private void reported(Message message) throws FieldNotFound {
        Optional<Report> read = Report.read(message);
        if (read.isEmpty()) {
            unreadable.increment();
            return;
        }
        Report report = read.get();
        if (report.state().isPresent() && !report.saysUnknown() && !report.saysDuplicate()) {
            heard.put(report, logon);
        }
        Waiting current = waiting;
        if (current != null && current.clOrdId().equals(report.clOrdId()) && answers(current, report)) {
            end(new Waiting.Reported(report));
        }
    }

    private static boolean answers(Waiting current, Report report) {
        if (report.state().isEmpty()) {
            return false;
        }
        return switch (current.refMsgType()) {
            case Tag.ORDER_STATUS_REQUEST -> report.answersStatus();
            case Tag.ORDER_CANCEL_REQUEST ->
                switch (report.state().get()) {
                    case OPEN, PARTIALLY_FILLED -> false;
                    case FILLED, CANCELLED, REJECTED -> true;
                };
            default -> true;
        };
    }

    private void cancelRefused(Message message) throws FieldNotFound {
        Waiting current = waiting;
        if (current != null
                && current.refMsgType().equals(Tag.ORDER_CANCEL_REQUEST)
                && Report.text(message, Tag.ORIG_CL_ORD_ID).equals(current.clOrdId())) {
            end(new Waiting.CancelRefused(Report.text(message, Tag.TEXT)));
        }
    }

    /** The venue's application has not taken the message in. */
    private void refused(Message message) throws FieldNotFound {
        Waiting current = waiting;
        if (current == null
                || !Report.text(message, Tag.REF_MSG_TYPE).equals(current.refMsgType())
                || !message.isSetField(Tag.REF_SEQ_NUM)
                || message.getInt(Tag.REF_SEQ_NUM) != sentNumber) {
            return;
        }
        String text = "the venue: " + Report.text(message, Tag.TEXT);
        boolean order = current.refMsgType().equals(Tag.NEW_ORDER_SINGLE);
        boolean later = message.getInt(Tag.BUSINESS_REJECT_REASON) == NOT_AVAILABLE;
        if (!order) {
            end(new Waiting.Answered(new Answer.NoAnswer(text)));
        } else if (later) {
            end(new Waiting.Answered(new Answer.NotSent(text)));
        } else {
            end(new Waiting.Answered(new Answer.Known("", Answer.State.REJECTED, 0, text)));
        }
    }

    private void end(Waiting.Outcome outcome) {
        Waiting current = waiting;
        if (current != null) {
            current.outcome().complete(outcome);
        }
    }

    private static String type(Message message) {
        try {
            return message.getHeader().getString(Tag.MSG_TYPE);
        } catch (FieldNotFound e) {
            return "";
        }
    }
}
