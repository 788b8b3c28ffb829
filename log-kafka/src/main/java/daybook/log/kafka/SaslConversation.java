package daybook.log.kafka;

import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.sasl.SaslException;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.apache.kafka.common.security.scram.internals.ScramSaslClient;

/** What a client says to log in, turn by turn; nothing more to say is an empty answer. */
interface SaslConversation {
    byte[] first() throws RefusedConnection;

    byte[] answer(byte[] challenge) throws RefusedConnection;

    static SaslConversation of(KafkaSecurity.Login login) throws RefusedConnection {
        return switch (login.mechanism()) {
            case PLAIN -> new Plain(login);
            case SCRAM_SHA_256, SCRAM_SHA_512 -> Scram.of(login);
        };
    }

    /** One message with both. Only ever over TLS. */
    record Plain(KafkaSecurity.Login login) implements SaslConversation {
        @Override
        public byte[] first() {
            return ("\0" + login.username() + "\0" + login.password()).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] answer(byte[] challenge) {
            return new byte[0];
        }
    }

    /** By Kafka's own implementation. Both sides prove that they know the password. */
    record Scram(ScramSaslClient client) implements SaslConversation {
        static Scram of(KafkaSecurity.Login login) {
            try {
                return new Scram(new ScramSaslClient(
                        ScramMechanism.forMechanismName(login.mechanism().toString()),
                        callbacks -> tell(callbacks, login)));
            } catch (NoSuchAlgorithmException missing) {
                throw new IllegalStateException(login.mechanism() + ": not in this Java", missing);
            }
        }

        @Override
        public byte[] first() throws RefusedConnection {
            return answer(new byte[0]);
        }

        @Override
        public byte[] answer(byte[] challenge) throws RefusedConnection {
            try {
                byte[] answer = client.isComplete() ? null : client.evaluateChallenge(challenge);
                return answer == null ? new byte[0] : answer;
            } catch (SaslException wrong) {
                throw RefusedConnection.denied(
                        "does not know us, or cannot prove it", "kafka.username and its password");
            }
        }

        private static void tell(Callback[] callbacks, KafkaSecurity.Login login) {
            for (Callback callback : callbacks) {
                if (callback instanceof NameCallback name) {
                    name.setName(login.username());
                } else if (callback instanceof PasswordCallback password) {
                    password.setPassword(login.password().toCharArray());
                }
            }
        }
    }
}
