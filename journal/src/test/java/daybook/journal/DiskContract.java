package daybook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What every {@link Disk} must do. */
public abstract class DiskContract {
    protected abstract Disk disk();

    /** An existing, empty directory. */
    protected abstract Path directory();

    @Test
    void aNewFileIsEmptyAndListed() {
        disk().create(file("b")).close();
        disk().create(file("a")).close();

        assertThat(disk().list(directory())).containsExactly("a", "b");
        assertThat(disk().exists(file("a"))).isTrue();
        assertThat(disk().exists(file("c"))).isFalse();
    }

    @Test
    void aNameIsNotCreatedTwice() {
        disk().create(file("a")).close();

        assertThatThrownBy(() -> disk().create(file("a"))).satisfies(e -> kindIs(e, DiskException.Kind.EXISTS));
    }

    @Test
    void aMissingFileIsNotOpened() {
        assertThatThrownBy(() -> disk().open(file("a"))).satisfies(e -> kindIs(e, DiskException.Kind.NOT_FOUND));
        assertThatThrownBy(() -> disk().openReadOnly(file("a")))
                .satisfies(e -> kindIs(e, DiskException.Kind.NOT_FOUND));
    }

    @Test
    void whatWasWrittenIsReadAtItsPosition() {
        try (DiskFile file = disk().create(file("a"))) {
            file.write(text("hello"), 0);
            file.write(text("world"), 700);
            file.write(text("J"), 0);
            file.force();
            assertThat(file.sizeBytes()).isEqualTo(705);
        }
        try (DiskFile file = disk().openReadOnly(file("a"))) {
            assertThat(read(file, 0, 5)).isEqualTo("Jello");
            assertThat(read(file, 600, 1)).isEqualTo("\0");
            assertThat(read(file, 702, 10)).isEqualTo("rld");
            assertThat(read(file, 705, 10)).isEmpty();
            assertThat(read(file, 9000, 10)).isEmpty();
        }
    }

    @Test
    void aTruncatedFileIsShorterAndGrowsWithZeros() {
        try (DiskFile file = disk().create(file("a"))) {
            file.write(text("hello"), 0);
            file.truncate(2);
            assertThat(file.sizeBytes()).isEqualTo(2);

            file.write(text("y"), 4);
            assertThat(read(file, 0, 5)).isEqualTo("he\0\0y");
        }
    }

    @Test
    void aRenameReplacesItsTarget() {
        write("a", "new");
        write("b", "old");

        disk().rename(file("a"), file("b"));
        disk().forceDirectory(directory());

        assertThat(disk().list(directory())).containsExactly("b");
        try (DiskFile file = disk().openReadOnly(file("b"))) {
            assertThat(read(file, 0, 10)).isEqualTo("new");
        }
    }

    @Test
    void anOpenFileOutlivesItsName() {
        write("a", "old");
        try (DiskFile file = disk().openReadOnly(file("a"))) {
            write("b", "new");
            disk().rename(file("b"), file("a"));
            assertThat(read(file, 0, 10)).isEqualTo("old");

            disk().delete(file("a"));
            disk().delete(file("a"));
            assertThat(read(file, 0, 10)).isEqualTo("old");
        }
        assertThat(disk().list(directory())).isEmpty();
    }

    @Test
    void directoriesAreCreatedWithTheirParentsAndOnlyOnce() {
        Path deep = directory().resolve("x/y/z");

        disk().createDirectories(deep);
        disk().createDirectories(deep);

        disk().create(deep.resolve("a")).close();
        assertThat(disk().list(deep)).containsExactly("a");
        assertThat(disk().list(directory())).containsExactly("x");
        assertThat(disk().list(directory().resolve("missing"))).isEmpty();
    }

    @Test
    void aLockIsHeldByOne() {
        DiskLock first = disk().lock(file("lock"));
        assertThatThrownBy(() -> disk().lock(file("lock"))).satisfies(e -> kindIs(e, DiskException.Kind.LOCKED));

        first.close();
        disk().lock(file("lock")).close();
    }

    @Test
    void aReadOnlyFileIsNotWritten() {
        write("a", "text");
        try (DiskFile file = disk().openReadOnly(file("a"))) {
            assertThatThrownBy(() -> file.write(text("x"), 0)).isInstanceOf(RuntimeException.class);
        }
    }

    private Path file(String name) {
        return directory().resolve(name);
    }

    private void write(String name, String content) {
        try (DiskFile file = disk().create(file(name))) {
            file.write(text(content), 0);
        }
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(Entries.bytes(text));
    }

    private static String read(DiskFile file, long position, int bytes) {
        ByteBuffer target = ByteBuffer.allocate(bytes);
        int count = file.read(target, position);
        assertThat(count).isEqualTo(target.position());
        return new String(target.array(), 0, count, java.nio.charset.StandardCharsets.UTF_8);
    }

    private static void kindIs(Throwable e, DiskException.Kind kind) {
        assertThat(e)
                .isInstanceOfSatisfying(
                        DiskException.class, d -> assertThat(d.kind()).isEqualTo(kind));
    }
}
