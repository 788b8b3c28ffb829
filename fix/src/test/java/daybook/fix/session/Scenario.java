package daybook.fix.session;

import daybook.fix.SharedData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** A handed scenario: its name and its lines. */
record Scenario(String name, List<String> lines) {
    private static final String FOLDER = "definitions/server/fix44/";
    private static final int BLOCK = 512;

    /** All of FIX 4.4 in the archive, by name. */
    static Map<String, Scenario> all() throws IOException {
        Map<String, Scenario> scenarios = new TreeMap<>();
        try (InputStream in =
                new GZIPInputStream(Files.newInputStream(SharedData.file("fix/quickfixj_acceptance.tar.gz")))) {
            byte[] header = new byte[BLOCK];
            String longName = "";
            while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
                int size = Integer.parseInt(text(header, 124, 12).trim(), 8);
                byte[] content = in.readNBytes((size + BLOCK - 1) / BLOCK * BLOCK);
                if (header[156] == 'x' || header[156] == 'g') { // a name that is too long for the next header's field
                    longName = header[156] == 'x' ? path(new String(content, 0, size, StandardCharsets.UTF_8)) : "";
                    continue;
                }
                add(scenarios, longName.isEmpty() ? name(header) : longName, lines(content, size));
                longName = "";
            }
        }
        return scenarios;
    }

    /** Of a pax header: lines of {@code LENGTH KEY=VALUE}. */
    private static String path(String header) {
        return header.lines()
                .filter(line -> line.contains(" path="))
                .map(line -> line.substring(line.indexOf('=') + 1))
                .findFirst()
                .orElse("");
    }

    private static String name(byte[] header) {
        String folder = text(header, 345, 155);
        return folder.isEmpty() ? text(header, 0, 100) : folder + "/" + text(header, 0, 100);
    }

    private static void add(Map<String, Scenario> scenarios, String path, List<String> lines) {
        int folder = path.indexOf(FOLDER);
        if (folder >= 0 && path.endsWith(".def")) {
            String name = path.substring(folder + FOLDER.length(), path.length() - ".def".length());
            scenarios.put(name, new Scenario(name, lines));
        }
    }

    private static List<String> lines(byte[] content, int size) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(content, 0, size);
        return whole.toString(StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    private static String text(byte[] header, int from, int length) {
        int end = from;
        while (end < from + length && header[end] != 0) {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.ISO_8859_1);
    }
}
