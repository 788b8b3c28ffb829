package daybook.fix.session;

import java.util.Map;

/** The rules of every session of ours, by QuickFIX/J's names. {@code docs/formats/fix.md} says them in words. */
final class SessionRules {
    static final Map<String, String> COMMON = Map.ofEntries(
            // Numbers go on for ever: a number that starts again by itself is a report that nobody asks for again.
            Map.entry("NonStopSession", "Y"),
            Map.entry("ResetOnLogon", "N"),
            Map.entry("ResetOnLogout", "N"),
            Map.entry("ResetOnDisconnect", "N"),
            Map.entry("PersistMessages", "Y"),
            Map.entry("UseDataDictionary", "Y"),
            Map.entry("DataDictionary", "FIX44.xml"),
            Map.entry("ValidateIncomingMessage", "Y"),
            Map.entry("ValidateUserDefinedFields", "Y"),
            Map.entry("RejectMessageOnUnhandledException", "Y"),
            Map.entry("CheckLatency", "Y"),
            Map.entry("MaxLatency", "120"),
            Map.entry("CheckCompID", "Y"),
            Map.entry("RequiresOrigSendingTime", "Y"),
            Map.entry("LogoutTimeout", "2"),
            Map.entry("SocketTcpNoDelay", "Y"),
            Map.entry("SocketReuseAddress", "Y"),
            Map.entry("SocketSynchronousWrites", "N"));

    private SessionRules() {}
}
