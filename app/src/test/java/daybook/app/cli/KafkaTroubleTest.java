package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.broker.BrokerPlan;
import daybook.app.cli.Cli.Ran;
import daybook.app.kafka.TestBroker;
import daybook.log.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One broker with a listener of each kind, and every way to get it wrong: one line that says what is wrong and what would be right,
 * well before the deadline, with the exit code that is documented.
 */
class KafkaTroubleTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static TestBroker broker;

    private static int scramOverTls;
    private static int plainText;
    private static int tls;
    private static int scram;
    private static int lost;
    private static int mutual;
    private static int plainOverTls;
    private static int scram256;

    @BeforeAll
    static void oneBrokerWithEveryListener() throws IOException, InterruptedException, ExecutionException {
        TestBroker.shared(); // skips where there can be none
        int[] ports = IntStream.generate(FreePort::next).distinct().limit(9).toArray();
        scramOverTls = ports[0];
        plainText = ports[1];
        tls = ports[2];
        scram = ports[3];
        lost = ports[4];
        mutual = ports[6];
        plainOverTls = ports[7];
        scram256 = ports[8];
        String others = ",MUTUAL://127.0.0.1:" + mutual + ",PLAINTLS://127.0.0.1:" + plainOverTls
                + ",SCRAM256://127.0.0.1:" + scram256;
        Map<String, String> more = pairs(
                "listeners",
                "CLIENT://0.0.0.0:" + ports[0] + ",OPEN://127.0.0.1:" + ports[1] + ",TLS://127.0.0.1:" + ports[2]
                        + ",SCRAM://127.0.0.1:" + ports[3] + ",LOST://127.0.0.1:" + ports[4]
                        + others + ",CONTROLLER://127.0.0.1:" + ports[5],
                "advertised.listeners",
                "CLIENT://127.0.0.1:" + ports[0] + ",OPEN://127.0.0.1:" + ports[1] + ",TLS://127.0.0.1:" + ports[2]
                        + ",SCRAM://127.0.0.1:" + ports[3] + ",LOST://127.0.0.1:9" + others,
                "controller.quorum.voters",
                "1@127.0.0.1:" + ports[5],
                "listener.security.protocol.map",
                "CONTROLLER:PLAINTEXT,CLIENT:SASL_SSL,OPEN:PLAINTEXT,TLS:SSL,SCRAM:SASL_PLAINTEXT,LOST:PLAINTEXT,"
                        + "MUTUAL:SSL,PLAINTLS:SASL_SSL,SCRAM256:SASL_PLAINTEXT",
                "listener.name.mutual.ssl.client.auth",
                "required",
                "listener.name.plaintls.sasl.enabled.mechanisms",
                "PLAIN",
                "listener.name.plaintls.plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required user_bob=\"bob-secret\";",
                "listener.name.scram256.sasl.enabled.mechanisms",
                "SCRAM-SHA-256",
                "listener.name.scram256.scram-sha-256.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;",
                "listener.name.scram.scram-sha-512.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;",
                "authorizer.class.name",
                "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users",
                "User:daybook;User:ANONYMOUS;User:CN=localhost");
        broker = TestBroker.start(new BrokerPlan(directory, scramOverTls, 1, Optional.of("scram-sha-512"), true, more));
        addBob();
    }

    @AfterAll
    static void end() {
        broker.close();
    }

    @Test
    void whatTheBrokerPrintsIsWhatAClientNeeds() {
        Map<String, String> environment = broker.environment();

        assertThat(environment)
                .containsEntry("KAFKA_TLS", "true")
                .containsEntry("KAFKA_SASL_MECHANISM", "scram-sha-512");
        assertThat(Cli.runWith(environment, "", "topics", "init").exit()).isZero();
        assertThat(Cli.runWith(environment, "hello\n", "produce", "broadcasts.v1", "-k", "r")
                        .exit())
                .isZero();
        assertThat(Cli.runWith(environment, "", "consume", "broadcasts.v1", "-e")
                        .out())
                .isEqualTo("hello\n");
        Ran doctor = Cli.runWith(environment, "", "doctor", "listeners", "--json");
        assertThat(doctor.exit()).as(doctor.out()).isZero();
        assertThat(doctor.out()).contains("\"step\":\"advertised\"");
    }

    /** The password is where the variable points, and nowhere else. */
    @Test
    void thePasswordIsNeverShown() throws IOException {
        Map<String, String> environment = broker.environment();
        String password = Files.readString(directory.resolve("password")).strip();

        Ran shown = Cli.runWith(environment, "", "config", "show", "--origin", "--json");
        Ran traced =
                Cli.runWith(with(environment, Map.of("DAYBOOK_TRACE", "1", "KAFKA_BROKERS", "127.0.0.1:9")), "", "lag");

        assertThat(shown.out() + shown.err() + traced.out() + traced.err()).doesNotContain(password);
        assertThat(shown.out()).contains("kafka.ssl.truststore.location");
        assertThat(Files.getPosixFilePermissions(directory.resolve("node-1/server.properties")))
                .hasSize(2);
        assertThat(directory.resolve("node-1/format.args")).doesNotExist();
    }

    @Test
    void aTlsPortIsNamedBeforeAPlainTextClientCanDieOfIt() {
        refused(5, Map.of("KAFKA_BROKERS", "127.0.0.1:" + tls), "speaks TLS, and we do not", "kafka.tls=true");
    }

    @Test
    void aPlainTextPortIsNamedToAClientThatSpeaksTls() {
        refused(5, trusting(plainText), "does not speak TLS, and we do", "the same TLS on both sides");
    }

    @Test
    void aCertificateOfAnUnknownAuthorityIsRefused() {
        refused(4, Map.of("KAFKA_BROKERS", "127.0.0.1:" + tls, "KAFKA_TLS", "true"), "authority that we do not trust");
    }

    @Test
    void aCertificateForAnotherHostIsRefused() {
        Map<String, String> environment =
                with(broker.environment(), Map.of("KAFKA_BROKERS", "127.0.0.2:" + scramOverTls));

        refused(4, environment, "127.0.0.2:" + scramOverTls + " shows a certificate for another host");
    }

    @Test
    void tlsWithoutALoginWorksWherePeopleAreNotAsked() {
        Ran ran = Cli.runWith(trusting(tls), "", "topics", "list");

        assertThat(ran.exit()).as(ran.err()).isZero();
    }

    /** SECURITY 20, 21; our certificate in PKCS12, the authority in PEM and in PKCS12. */
    @Test
    void aBrokerThatWantsACertificateOfOursGetsIt() throws Exception {
        String wanted =
                "wants a certificate of ours, of an authority that it trusts (expected: kafka.ssl.keystore.location)";
        refused(4, trusting(mutual), wanted);
        refused(4, with(trusting(mutual), keyStore(foreignCertificate(), "secret-of-others")), wanted);

        String password = Files.readString(directory.resolve("password")).strip();
        Map<String, String> ours = keyStore(directory.resolve("tls/broker.p12"), password);
        Map<String, String> pkcs12 = Map.of(
                "KAFKA_SSL_TRUSTSTORE_LOCATION",
                trustStore("secret-of-ours").toString(),
                "KAFKA_SSL_TRUSTSTORE_PASSWORD",
                "secret-of-ours");
        for (Map<String, String> environment :
                List.of(with(trusting(mutual), ours), with(with(trusting(mutual), ours), pkcs12))) {
            works(environment);
        }
        refused(
                2,
                with(with(trusting(mutual), ours), Map.of("KAFKA_SSL_KEYSTORE_PASSWORD", "wrong-secret")),
                "kafka.ssl.truststore.location, ssl.keystore.location: cannot be read");
    }

    @Test
    void everyWayToLogInWorks() {
        Map<String, String> bob = Map.of("KAFKA_USERNAME", "bob", "KAFKA_PASSWORD", "bob-secret");

        works(with(with(trusting(plainOverTls), bob), Map.of("KAFKA_SASL_MECHANISM", "plain")));
        works(with(
                with(bob, Map.of("KAFKA_BROKERS", "127.0.0.1:" + scram256)),
                Map.of("KAFKA_SASL_MECHANISM", "scram-sha-256")));
        works(with(
                with(bob, Map.of("KAFKA_BROKERS", "127.0.0.1:" + scram)),
                Map.of("KAFKA_SASL_MECHANISM", "scram-sha-512")));
        refused(
                4,
                with(
                        with(trusting(plainOverTls), bob),
                        Map.of("KAFKA_SASL_MECHANISM", "plain", "KAFKA_PASSWORD", "wrong-secret")),
                "user or password is wrong");
        refused(
                2,
                with(
                        with(bob, Map.of("KAFKA_BROKERS", "127.0.0.1:" + plainOverTls)),
                        Map.of("KAFKA_SASL_MECHANISM", "plain")),
                "plain without kafka.tls");
    }

    @Test
    void aPasswordThatIsWrongIsToldFromAMechanismThatIs() {
        Map<String, String> login = Map.of(
                "KAFKA_BROKERS", "127.0.0.1:" + scram, "KAFKA_USERNAME", "daybook", "KAFKA_PASSWORD", "wrong-secret");

        refused(4, with(login, Map.of("KAFKA_SASL_MECHANISM", "SCRAM_SHA_512")), "user or password is wrong");
        refused(
                4,
                with(login, Map.of("KAFKA_SASL_MECHANISM", "scram-sha-256")),
                "does not take the SASL mechanism SCRAM-SHA-256",
                "one of scram-sha-512");
    }

    @Test
    void aPortThatAsksWhoWeAreIsNamed() {
        refused(4, Map.of("KAFKA_BROKERS", "127.0.0.1:" + scram), "wants to know who we are");
    }

    @Test
    void aLoginWhereNobodyAsksIsNamed() {
        Map<String, String> login = Map.of(
                "KAFKA_BROKERS", "127.0.0.1:" + plainText,
                "KAFKA_USERNAME", "daybook",
                "KAFKA_PASSWORD", "secret",
                "KAFKA_SASL_MECHANISM", "scram-sha-512");

        refused(4, login, "asks nobody who he is");
    }

    @Test
    void whoMayNotIsToldSo() {
        Map<String, String> bob = with(
                broker.environment(),
                Map.of(
                        "KAFKA_BROKERS", "127.0.0.1:" + scram,
                        "KAFKA_USERNAME", "bob",
                        "KAFKA_PASSWORD", "bob-secret"));
        bob = new HashMap<>(bob);
        bob.keySet().removeIf(name -> name.matches("KAFKA_(TLS|SSL_.*|PASSWORD_FILE)"));

        Ran ran = Cli.runWith(bob, "", "topics", "init");

        assertThat(ran.exit()).as(ran.err()).isEqualTo(4);
        assertThat(ran.err()).contains("not allowed").hasLineCount(1);
    }

    /** K15: the bootstrap connects, and then nothing works. */
    @Test
    void aWrongAdvertisedAddressIsFoundAndNamed() {
        Map<String, String> environment = Map.of("KAFKA_BROKERS", "127.0.0.1:" + lost);

        refused(5, environment, "127.0.0.1:9 is what broker 1 advertises", "advertised.listeners");
        Ran doctor = Cli.runWith(environment, "", "doctor", "listeners", "--json");

        assertThat(doctor.exit()).isEqualTo(5);
        assertThat(doctor.out())
                .contains("\"step\":\"bootstrap\",\"address\":\"127.0.0.1:" + lost + "\",\"ok\":true")
                .contains("\"step\":\"advertised\",\"address\":\"127.0.0.1:9\",\"ok\":false");
    }

    @Test
    void aBrokerThatIsDownIsNamed() {
        refused(5, Map.of("KAFKA_BROKERS", "127.0.0.1:9"), "127.0.0.1:9 refuses connections: nothing listens there");
    }

    @Test
    void aNameThatDoesNotResolveIsNamed() {
        refused(
                5,
                Map.of("KAFKA_BROKERS", "no-such-host.invalid"),
                "no-such-host.invalid:9092 is a name that does not resolve");
    }

    /** K-01: a venue starts, and takes orders, whether or not there is a name for its broker. */
    @Test
    void aNameThatDoesNotResolveCostsAVenueLagAndNothingElse() {
        Map<String, String> environment = Map.of("KAFKA_BROKERS", "no-such-host.invalid");

        Ran up = Cli.runWith(
                environment,
                "",
                "up",
                "--data",
                directory.resolve("venue").toString(),
                "--port",
                "0",
                "--rate",
                "500",
                "--for",
                "2s",
                "--json");

        assertThat(up.out())
                .as(up.err())
                .matches("(?s).*\"orders\":[1-9].*")
                .matches("(?s).*\"lag\":[1-9].*")
                .contains("\"publishedSeq\":0", "\"busy\":0");
        assertThat(up.err())
                .contains("capture on exchange.events.v1: Kafka no-such-host.invalid:9092: does not resolve");
    }

    @Test
    void aTrustStoreThatCannotBeReadIsNamed() {
        Map<String, String> environment = Map.of(
                "KAFKA_BROKERS", "127.0.0.1:" + tls,
                "KAFKA_TLS", "true",
                "KAFKA_SSL_TRUSTSTORE_LOCATION", "/no/such/ca.pem");

        refused(2, environment, "kafka.ssl.truststore.location", "/no/such/ca.pem");
    }

    private static void refused(int exit, Map<String, String> environment, String... said) {
        long before = System.nanoTime();
        Ran ran = Cli.runWith(environment, "", "topics", "list");

        assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
        assertThat(ran.err()).contains(said).hasLineCount(1);
        assertThat((System.nanoTime() - before) / 1_000_000_000.0).isLessThan(10);
    }

    private static void works(Map<String, String> environment) {
        Ran ran = Cli.runWith(environment, "", "topics", "list");

        assertThat(ran.exit()).as(ran.err()).isZero();
    }

    private static Map<String, String> keyStore(Path file, String password) {
        return Map.of("KAFKA_SSL_KEYSTORE_LOCATION", file.toString(), "KAFKA_SSL_KEYSTORE_PASSWORD", password);
    }

    /** The authority in PKCS12. */
    private static Path trustStore(String password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream authority = Files.newInputStream(directory.resolve("tls/ca.pem"))) {
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(authority));
        }
        Path file = directory.resolve("trust.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password.toCharArray());
        }
        return file;
    }

    /** A certificate that vouches for itself. */
    private static Path foreignCertificate() throws IOException, InterruptedException {
        Path file = directory.resolve("foreign.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "foreign",
                        "-dname",
                        "CN=localhost",
                        "-keyalg",
                        "EC",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "secret-of-others",
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor()).isZero();
        return file;
    }

    private static Map<String, String> pairs(String... namesAndValues) {
        Map<String, String> pairs = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            pairs.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return pairs;
    }

    private static Map<String, String> trusting(int port) {
        return Map.of(
                "KAFKA_BROKERS",
                "127.0.0.1:" + port,
                "KAFKA_TLS",
                "true",
                "KAFKA_SSL_TRUSTSTORE_LOCATION",
                directory.resolve("tls/ca.pem").toString());
    }

    private static Map<String, String> with(Map<String, String> environment, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        return all;
    }

    private static void addBob() throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + plainText))) {
            for (ScramMechanism mechanism : List.of(ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_512)) {
                admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                                "bob", new ScramCredentialInfo(mechanism, 4096), "bob-secret")))
                        .all()
                        .get();
            }
        }
    }
}
