package daybook.log.kafka;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A connection to one address, spoken to by hand. Kafka's client has one time-out for a dozen causes, and one that speaks plain text
 * to a TLS port takes the answer for the length of a message and dies of it; four small requests tell the causes apart.
 */
final class BrokerPort implements AutoCloseable {
    private static final int CONNECT_MS = 1_500;
    private static final int ANSWER_MS = 2_000;
    private static final int LARGEST_ANSWER = 16 << 20;
    private static final short METADATA = 3;
    private static final short SASL_HANDSHAKE = 17;
    private static final short API_VERSIONS = 18;
    private static final short SASL_AUTHENTICATE = 36;
    private static final short UNSUPPORTED_MECHANISM = 33;
    private static final short NO_SASL_HERE = 34;
    private static final String A_LISTENER = "a broker that listens there";
    private static final String SAME_TLS = "the same TLS on both sides";
    private static final String SAME_SASL = "the same SASL on both sides";

    private final Socket socket;
    private int correlation;

    private BrokerPort(Socket socket) {
        this.socket = socket;
    }

    /** Whom a broker tells its clients to talk to. */
    record Advertised(int broker, String address) {}

    /** Connects, and shakes hands if there is TLS. */
    static BrokerPort open(String address, Optional<SSLContext> tls) throws RefusedConnection {
        return open(address, tls, Duration.ofMillis(ANSWER_MS));
    }

    /**
     * Likewise.
     *
     * @param most to wait for the connection, and for each answer; at least 1 ms
     */
    static BrokerPort open(String address, Optional<SSLContext> tls, Duration most) throws RefusedConnection {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
        int port = Integer.parseInt(address.substring(colon + 1));
        Socket plain = connect(new InetSocketAddress(host, port), (int) Math.min(ANSWER_MS, most.toMillis()));
        return new BrokerPort(tls.isPresent() ? shakeHands(plain, tls.get(), host, port) : plain);
    }

    /** Finds out whether it is Kafka that listens, and speaks as we do. */
    void greet() throws RefusedConnection {
        call(API_VERSIONS, 0, ByteBuffer.allocate(0), "greeting");
    }

    void logIn(KafkaSecurity.Login login) throws RefusedConnection {
        String mechanism = login.mechanism().toString();
        ByteBuffer answer = call(SASL_HANDSHAKE, 1, text(mechanism), "login");
        short error = answer.getShort();
        if (error == NO_SASL_HERE) {
            throw RefusedConnection.denied("asks nobody who he is, but a SASL mechanism is set", SAME_SASL);
        } else if (error == UNSUPPORTED_MECHANISM) {
            throw RefusedConnection.denied(
                    "does not take the SASL mechanism " + mechanism,
                    "one of " + String.join(", ", texts(answer)).toLowerCase(java.util.Locale.ROOT));
        } else if (error != 0) {
            throw RefusedConnection.denied("refuses the login (error " + error + ")", SAME_SASL);
        }
        SaslConversation conversation = SaslConversation.of(login);
        byte[] next = conversation.first();
        while (next.length > 0) {
            ByteBuffer body =
                    ByteBuffer.allocate(4 + next.length).putInt(next.length).put(next);
            ByteBuffer said = call(SASL_AUTHENTICATE, 0, body.flip(), "login");
            if (said.getShort() != 0) {
                throw RefusedConnection.denied(
                        "does not know us: user or password is wrong for " + mechanism,
                        "kafka.username and its password");
            }
            nullableText(said);
            byte[] challenge = new byte[Math.max(0, said.getInt())];
            said.get(challenge);
            next = conversation.answer(challenge);
        }
    }

    /** The brokers of the cluster by the addresses that they advertise. */
    List<Advertised> advertised() throws RefusedConnection {
        ByteBuffer none = ByteBuffer.allocate(5).putInt(0).put((byte) 0).flip(); // no topic; create none
        ByteBuffer answer = call(METADATA, 4, none, "metadata");
        answer.getInt(); // how long we were throttled
        List<Advertised> brokers = new ArrayList<>();
        for (int left = answer.getInt(); left > 0; left--) {
            int id = answer.getInt();
            String host = nullableText(answer);
            int port = answer.getInt();
            nullableText(answer); // rack
            brokers.add(new Advertised(id, (host.contains(":") ? "[" + host + "]" : host) + ":" + port));
        }
        return brokers;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            return; // nothing is lost with it
        }
    }

    private ByteBuffer call(short what, int version, ByteBuffer body, String name) throws RefusedConnection {
        byte[] client = "daybook-preflight".getBytes(StandardCharsets.UTF_8);
        int length = 10 + client.length + body.remaining();
        ByteBuffer request = ByteBuffer.allocate(4 + length)
                .putInt(length)
                .putShort(what)
                .putShort((short) version)
                .putInt(++correlation)
                .putShort((short) client.length)
                .put(client)
                .put(body);
        try {
            socket.getOutputStream().write(request.array());
            socket.getOutputStream().flush();
            return answer(new DataInputStream(socket.getInputStream()));
        } catch (SocketTimeoutException silent) {
            throw RefusedConnection.unavailable(
                    "takes connections, then does not answer", "a broker, not paused, that speaks Kafka there");
        } catch (SSLException refused) { // with TLS 1.3 a broker that wants our certificate says so only now
            throw explained(String.valueOf(refused.getMessage()));
        } catch (EOFException | SocketException closed) {
            if (socket instanceof SSLSocket shaken
                    && shaken.getSession().getLocalCertificates() == null
                    && correlation == 1) {
                throw wantsACertificate(); // what it said was lost with the connection
            }
            throw name.equals("metadata")
                    ? RefusedConnection.denied(
                            "wants to know who we are (SASL)", "a SASL mechanism, username and password")
                    : RefusedConnection.unavailable("closes the connection at our " + name, "a broker; " + SAME_TLS);
        } catch (RefusedConnection told) {
            throw told;
        } catch (IOException broken) {
            throw RefusedConnection.unavailable("cannot be talked to: " + broken.getMessage(), A_LISTENER);
        }
    }

    private ByteBuffer answer(DataInputStream in) throws IOException {
        byte[] head = new byte[4];
        in.readFully(head, 0, 1);
        if (head[0] == 0x15 || head[0] == 0x16) { // a TLS alert or handshake; as a length it would be some 350 MB
            throw RefusedConnection.unavailable("speaks TLS, and we do not", "kafka.tls=true");
        }
        in.readFully(head, 1, 3);
        int length = ByteBuffer.wrap(head).getInt();
        if (new String(head, StandardCharsets.ISO_8859_1).equals("HTTP")) {
            throw RefusedConnection.unavailable("is a web server, not Kafka", A_LISTENER);
        }
        if (length < 4 || length > LARGEST_ANSWER) {
            throw RefusedConnection.unavailable("does not speak Kafka", A_LISTENER);
        }
        byte[] answer = new byte[length];
        in.readFully(answer);
        ByteBuffer rest = ByteBuffer.wrap(answer);
        if (rest.getInt() != correlation) {
            throw RefusedConnection.unavailable("does not speak Kafka", A_LISTENER);
        }
        return rest;
    }

    private static Socket connect(InetSocketAddress address, int mostMs) throws RefusedConnection {
        if (address.isUnresolved()) {
            throw RefusedConnection.unavailable("is a name that does not resolve", "a name that does");
        }
        Socket socket = new Socket();
        try {
            socket.connect(address, Math.min(CONNECT_MS, mostMs));
            socket.setSoTimeout(mostMs);
            return socket;
        } catch (ConnectException e) {
            throw RefusedConnection.unavailable("refuses connections: nothing listens there", A_LISTENER);
        } catch (SocketTimeoutException e) {
            throw RefusedConnection.unavailable("does not answer a connection (a firewall?)", A_LISTENER);
        } catch (IOException e) {
            throw RefusedConnection.unavailable("cannot be connected to: " + e.getMessage(), A_LISTENER);
        }
    }

    private static Socket shakeHands(Socket plain, SSLContext tls, String host, int port) throws RefusedConnection {
        try {
            SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, host, port, true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return socket;
        } catch (SSLException refused) {
            throw explained(String.valueOf(refused.getMessage()));
        } catch (IOException closed) {
            throw RefusedConnection.unavailable("does not answer a TLS handshake: not a TLS port?", SAME_TLS);
        }
    }

    private static RefusedConnection explained(String message) {
        if (message.contains("PKIX")) {
            return RefusedConnection.denied(
                    "shows a certificate of an authority that we do not trust",
                    "its authority in kafka.ssl.truststore.location");
        } else if (message.contains("subject alternative") || message.contains("No name matching")) {
            return RefusedConnection.denied(
                    "shows a certificate for another host", "a certificate with this name or address in it");
        } else if (message.contains("bad_certificate") || message.contains("certificate_required")) {
            return wantsACertificate();
        } else if (message.contains("certificate_unknown") || message.contains("unknown_ca")) {
            return RefusedConnection.denied(
                    "does not accept our certificate",
                    "one of an authority that it trusts in kafka.ssl.keystore.location");
        }
        // A plain-text broker reads our greeting as a length, and hangs up.
        return RefusedConnection.unavailable("does not speak TLS, and we do (" + message + ")", SAME_TLS);
    }

    private static RefusedConnection wantsACertificate() {
        return RefusedConnection.denied(
                "wants a certificate of ours, of an authority that it trusts", "kafka.ssl.keystore.location");
    }

    private static ByteBuffer text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + bytes.length)
                .putShort((short) bytes.length)
                .put(bytes)
                .flip();
    }

    private static List<String> texts(ByteBuffer from) {
        List<String> texts = new ArrayList<>();
        for (int left = from.getInt(); left > 0; left--) {
            texts.add(nullableText(from));
        }
        return texts;
    }

    /** "" for none. */
    private static String nullableText(ByteBuffer from) {
        byte[] bytes = new byte[Math.max(0, from.getShort())];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
