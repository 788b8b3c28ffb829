package daybook.log.kafka;

import daybook.log.LogException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * Says why a cluster does not answer. The client has one exception for a dozen causes; the first step of the two-step connect
 * tells most of them apart.
 */
final class FirstConnection {
    private static final int CONNECT_MS = 1_000;
    private static final String CONNECTS = "takes connections, then does not answer";

    private FirstConnection() {}

    /** The error with its likely cause; unchanged if it says more than that time has passed. */
    static LogException explain(KafkaLogSettings settings, LogException error) {
        if (error.kind() != LogException.Kind.UNAVAILABLE) {
            return error;
        }
        List<String> told = new ArrayList<>();
        boolean connects = false;
        for (String broker : settings.cluster().brokers()) {
            String state = state(broker);
            connects |= state.equals(CONNECTS);
            told.add(broker + " " + state);
        }
        String expected = connects
                ? "advertised.listeners that can be reached from here, and the same TLS and SASL on both sides"
                : "a broker that listens there";
        return new LogException(
                LogException.Kind.UNAVAILABLE,
                "Kafka cannot be used from here: " + String.join(", ", told) + " (expected: " + expected + ")",
                error);
    }

    private static String state(String broker) {
        int colon = broker.lastIndexOf(':');
        InetSocketAddress address =
                new InetSocketAddress(broker.substring(0, colon), Integer.parseInt(broker.substring(colon + 1)));
        if (address.isUnresolved()) {
            return "is a name that does not resolve";
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MS);
            return CONNECTS;
        } catch (ConnectException e) {
            return "refuses connections: nothing listens there";
        } catch (SocketTimeoutException e) {
            return "does not answer a connection (a firewall?)";
        } catch (IOException e) {
            return "cannot be connected to: " + e.getMessage();
        }
    }
}
