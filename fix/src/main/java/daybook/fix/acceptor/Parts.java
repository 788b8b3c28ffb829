package daybook.fix.acceptor;

import daybook.fix.FixAcceptorSettings;
import daybook.fix.session.Listener;
import quickfix.Application;

/** Of what an acceptor is put together. There is one way; tests know worse ones. */
record Parts(ExecIds execIds, Sessions sessions) {
    static final Parts OURS = new Parts(ExecIds.BY_SEQ, Listener::start);

    /** Opens the sessions. */
    @FunctionalInterface
    interface Sessions {
        Listener start(FixAcceptorSettings settings, Listener.Ports ports, Application application);
    }
}
