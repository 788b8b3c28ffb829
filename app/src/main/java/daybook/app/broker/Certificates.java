package daybook.app.broker;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.PrivateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * An authority of the broker's own and a certificate for 127.0.0.1 and localhost, made by the JDK's keytool. The password goes to it
 * by its environment, never by its arguments, which everybody on the machine can read.
 */
record Certificates(BrokerFiles files, String password) {
    private static final String SECRET = "DAYBOOK_BROKER_PASSWORD";
    private static final String DAYS = "3650";

    /** Does nothing if they are there. */
    void make() {
        if (Files.exists(files.keyStore()) && Files.exists(files.authority())) {
            return;
        }
        Path authority = files.tls().resolve("ca.p12");
        try {
            Files.createDirectories(files.tls());
            for (Path old : List.of(authority, files.keyStore(), files.authority())) {
                Files.deleteIfExists(old);
            }
            keytool(
                    authority,
                    "",
                    "-genkeypair",
                    "-alias",
                    "ca",
                    "-dname",
                    "CN=Daybook broker authority",
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-validity",
                    DAYS,
                    "-ext",
                    "bc:c",
                    "-ext",
                    "KeyUsage=keyCertSign,cRLSign");
            String signer = keytool(authority, "", "-exportcert", "-rfc", "-alias", "ca");
            keytool(
                    files.keyStore(),
                    "",
                    "-genkeypair",
                    "-alias",
                    "broker",
                    "-dname",
                    "CN=localhost",
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-validity",
                    DAYS);
            String request = keytool(files.keyStore(), "", "-certreq", "-alias", "broker");
            String signed = keytool(
                    authority,
                    request,
                    "-gencert",
                    "-rfc",
                    "-alias",
                    "ca",
                    "-validity",
                    DAYS,
                    "-ext",
                    "SAN=dns:localhost,ip:127.0.0.1",
                    "-ext",
                    "EKU=serverAuth,clientAuth");
            keytool(files.keyStore(), signer, "-importcert", "-noprompt", "-trustcacerts", "-alias", "ca");
            keytool(files.keyStore(), signed + signer, "-importcert", "-noprompt", "-alias", "broker");
            PrivateFile.replace(files.authority(), signer); // last: it says that all is there
        } catch (IOException refused) {
            throw new Failure(ExitCode.FAILURE, files.tls() + ": no certificate can be made", refused);
        }
    }

    private String keytool(Path store, String in, String... what) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xshare:auto"));
        command.addAll(List.of(what));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass:env", SECRET));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(Map.of(SECRET, password));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        process.getOutputStream().write(in.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(
                        "keytool " + what[0] + ": " + out.lines().findFirst().orElse("failed"));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        }
        return out;
    }
}
