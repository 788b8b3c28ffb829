package daybook.fix.acceptor;

import quickfix.FieldNotFound;
import quickfix.Message;

/** Reads fields of a message that the dictionary has let through; what is absent is "". */
record Fields(Message message) {

    String text(int tag) {
        try {
            return message.isSetField(tag) ? message.getString(tag) : "";
        } catch (FieldNotFound e) {
            return "";
        }
    }

    boolean has(int tag) {
        return message.isSetField(tag);
    }

    /** Of the header. */
    String head(int tag) {
        try {
            return message.getHeader().isSetField(tag) ? message.getHeader().getString(tag) : "";
        } catch (FieldNotFound e) {
            return "";
        }
    }
}
