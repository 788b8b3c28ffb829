package daybook.app.workers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** So many worker processes: who has died is followed by another. Confined to the test's thread. */
final class Crew implements AutoCloseable {
    private final WorkerPlan plan;
    private final int size;
    private final Path errors;
    private final List<Member> members = new ArrayList<>();
    private int started;

    private static final class Member {
        final Process process;
        long thawNs;
        boolean isFrozen;

        Member(Process process) {
            this.process = process;
        }
    }

    /** @param errors where what the workers say on stderr is added to */
    Crew(WorkerPlan plan, int size, Path errors) {
        this.plan = plan;
        this.size = size;
        this.errors = errors;
    }

    /** Starts who is missing, and wakes whose time has come. */
    void keepUp() {
        members.removeIf(member -> !member.process.isAlive());
        members.stream()
                .filter(member -> member.isFrozen && System.nanoTime() - member.thawNs >= 0)
                .forEach(this::thaw);
        while (members.size() < size) {
            members.add(new Member(start()));
            started++;
        }
    }

    /** Processes that there have been. */
    int started() {
        return started;
    }

    /** {@code kill -9} of one that is not frozen. Returns whether there was one. */
    boolean killOne(Random random) {
        Optional<Member> victim = awake(random);
        victim.ifPresent(member -> member.process.destroyForcibly());
        return victim.isPresent();
    }

    /** SIGSTOP, until {@link #keepUp} is called after so long. Returns whether there was one to freeze. */
    boolean freezeOne(Random random, Duration length) {
        Optional<Member> victim = awake(random);
        victim.ifPresent(member -> {
            signal(member, "STOP");
            member.isFrozen = true;
            member.thawNs = System.nanoTime() + length.toNanos();
        });
        return victim.isPresent();
    }

    void thawAll() {
        members.stream().filter(member -> member.isFrozen).forEach(this::thaw);
    }

    private void thaw(Member member) {
        signal(member, "CONT");
        member.isFrozen = false;
    }

    private Optional<Member> awake(Random random) {
        List<Member> awake = members.stream()
                .filter(member -> !member.isFrozen && member.process.isAlive())
                .toList();
        return awake.isEmpty() ? Optional.empty() : Optional.of(awake.get(random.nextInt(awake.size())));
    }

    private Process start() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                        .orElse(System.getProperty("java.class.path")),
                WorkerProgram.class.getName()));
        command.addAll(plan.arguments());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void signal(Member member, String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(member.process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        for (Member member : members) {
            member.process.destroyForcibly();
            member.process.onExit().join();
        }
        members.clear();
    }
}
