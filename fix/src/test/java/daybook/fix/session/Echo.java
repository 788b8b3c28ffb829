package daybook.fix.session;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import quickfix.ApplicationAdapter;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;

/** Sends orders and security definitions back as they came; an order that it may have had, once. */
final class Echo extends ApplicationAdapter {
    private final BiConsumer<Message, SessionID> send;
    private final Set<String> seen = new HashSet<>();

    Echo(BiConsumer<Message, SessionID> send) {
        this.send = send;
    }

    @Override
    public void fromApp(Message message, SessionID session) throws FieldNotFound, UnsupportedMessageType {
        switch (message.getHeader().getString(35)) {
            case "D" -> {
                boolean possibleResend = message.getHeader().isSetField(97)
                        && message.getHeader().getBoolean(97);
                if (seen.add(message.getString(11)) || !possibleResend) {
                    send.accept((Message) message.clone(), session);
                }
            }
            case "d" -> send.accept((Message) message.clone(), session);
            default -> throw new UnsupportedMessageType();
        }
    }
}
