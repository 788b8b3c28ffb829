package daybook.fix.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import quickfix.FileStoreFactory;
import quickfix.MessageStore;
import quickfix.MessageStoreFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;

/** Makes the stores of a listener's sessions, in one directory that nobody else may read. */
public final class ReportStores implements MessageStoreFactory {
    private final Path directory;
    private final FileStoreFactory files;
    private final long start;
    private final Map<String, ReportStore> stores = new ConcurrentHashMap<>();

    /**
     * @param forced whether each message is forced to the disk
     * @param start the place of a session that is new here
     * @throws UncheckedIOException if the directory cannot be made
     */
    public ReportStores(Path directory, boolean forced, long start) {
        this.directory = directory;
        this.start = start;
        try {
            Files.createDirectories(directory);
            if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("FIX: " + directory + ": " + e.getMessage(), e);
        }
        SessionSettings settings = new SessionSettings();
        settings.setString(FileStoreFactory.SETTING_FILE_STORE_PATH, directory.toString());
        settings.setString(FileStoreFactory.SETTING_FILE_STORE_SYNC, forced ? "Y" : "N");
        this.files = new FileStoreFactory(settings);
    }

    @Override
    public MessageStore create(SessionID session) {
        try {
            Path place = directory.resolve(session.getTargetCompID() + ".reported");
            ReportStore store = new ReportStore(files.create(session), place, start);
            stores.put(session.getTargetCompID(), store);
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of a session that was made, by the counterparty's name. */
    public ReportStore store(String counterparty) {
        ReportStore store = stores.get(counterparty);
        if (store == null) {
            throw new IllegalArgumentException("counterparty: " + counterparty + " (expected: one with a session)");
        }
        return store;
    }
}
