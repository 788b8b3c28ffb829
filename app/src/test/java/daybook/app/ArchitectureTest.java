package daybook.app;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The module map of ARCHITECTURE.md, held. */
class ArchitectureTest {

    /** Each module and what it may use; nothing else of ours. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("events", Set.of()),
            Map.entry("journal", Set.of()),
            Map.entry("exchange", Set.of("events", "journal")),
            Map.entry("log", Set.of("journal")),
            Map.entry("log-kafka", Set.of("log")),
            Map.entry("publisher", Set.of("events", "journal", "log")),
            Map.entry("delivery", Set.of("log")),
            Map.entry("posttrade", Set.of("events", "log", "delivery")),
            Map.entry("strategies", Set.of("events", "log", "delivery")),
            Map.entry("fix", Set.of("events", "exchange", "strategies")),
            Map.entry(
                    "lab",
                    Set.of("events", "journal", "exchange", "log", "publisher", "delivery", "posttrade", "strategies")),
            Map.entry(
                    "app",
                    Set.of(
                            "events",
                            "journal",
                            "exchange",
                            "log",
                            "log-kafka",
                            "publisher",
                            "delivery",
                            "posttrade",
                            "strategies",
                            "fix",
                            "lab")));

    /** Only these may start threads, read the system's clock or draw unseeded numbers. */
    private static final Set<String> THE_OUTSIDE = Set.of("app", "lab");

    private static final JavaClasses OURS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("daybook");

    static List<String> modules() {
        return MAY_USE.keySet().stream().sorted().toList();
    }

    @Test
    void everyModuleIsOnTheMap() {
        assertThat(OURS.stream().map(ArchitectureTest::module).distinct())
                .isNotEmpty()
                .allSatisfy(module -> assertThat(MAY_USE).containsKey(module));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleUsesOnlyWhatTheMapAllows(String module) {
        Set<String> allowed = MAY_USE.getOrDefault(module, Set.of());
        Set<String> forbidden = MAY_USE.keySet().stream()
                .filter(other -> !other.equals(module) && !allowed.contains(other))
                .collect(Collectors.toSet());

        noClasses()
                .that(areOf(Set.of(module)))
                .should()
                .dependOnClassesThat(areOf(forbidden))
                .allowEmptyShould(true)
                .check(OURS);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("(daybook..)").should().beFreeOfCycles().check(OURS);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aRootPackageNeverUsesItsSubPackages(String module) {
        if (module.equals("app")) {
            return; // the main class's whole work is to start the rest
        }
        String root = "daybook." + module.replace('-', '.');
        noClasses()
                .that()
                .resideInAPackage(root)
                .should()
                .dependOnClassesThat(resideInAPackage(root + "..").and(notIn(root)))
                .allowEmptyShould(true)
                .check(OURS);
    }

    @Test
    void librariesStayWhereTheyBelong() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("org.agrona..").and(notIn("org.agrona.collections")))
                .check(OURS);
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("sun.misc..", "jdk.internal.."))
                .check(OURS);
        noClasses()
                .that(DescribedPredicate.not(areOf(Set.of("log-kafka"))))
                .and(DescribedPredicate.describe(
                        "are not the foreign reader",
                        (JavaClass c) -> !c.getName().equals("daybook.lab.check.KafkaTopic")))
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.kafka.."))
                .check(OURS);
        noClasses()
                .that(resideInAnyPackage(
                        "daybook.events..", "daybook.journal..", "daybook.log..", "daybook.exchange.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage("tools.jackson..", "com.fasterxml.."))
                .check(OURS);
    }

    @Test
    void timeChanceAndThreadsComeFromOutside() {
        classes()
                .that(DescribedPredicate.describe(
                        "are not app or lab", (JavaClass c) -> !THE_OUTSIDE.contains(module(c))))
                .should(getTimeChanceAndThreadsFromOutside())
                .check(OURS);
    }

    /** What strangers play with has no way to a venue: neither its code nor what opens it. */
    @Test
    void theSandboxKnowsNothingOfAVenue() {
        noClasses()
                .that()
                .resideInAPackage("daybook.lab.sandbox")
                .should()
                .dependOnClassesThat(resideInAPackage("daybook..")
                        .and(DescribedPredicate.describe(
                                "are not of the log, the journal's disk or the sandbox",
                                (JavaClass c) -> !isIn(c, "daybook.log")
                                        && !isIn(c, "daybook.journal")
                                        && !isIn(c, "daybook.lab.sandbox"))))
                .orShould()
                .dependOnClassesThat(resideInAPackage("daybook.log.kafka.."))
                .check(OURS);
        noClasses()
                .that()
                .haveNameMatching("daybook\\.app\\.lab\\.(DemoLab|Sandboxes|CrashRuns)(\\$.*)?")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "daybook.app.venue..", "daybook.app.config..", "daybook.app.kafka..", "daybook.exchange.."))
                .check(OURS);
    }

    @Test
    void nothingReadsSerializedObjects() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .check(OURS);
    }

    /** The folder of a class of ours; a dash is a dot in its package's name. */
    private static String module(JavaClass type) {
        return isIn(type, "daybook.log.kafka")
                ? "log-kafka"
                : type.getPackageName().split("\\.")[1];
    }

    private static boolean isIn(JavaClass type, String packageName) {
        return (type.getPackageName() + ".").startsWith(packageName + ".");
    }

    private static DescribedPredicate<JavaClass> areOf(Set<String> modules) {
        return DescribedPredicate.describe("are of " + modules, c -> isIn(c, "daybook") && modules.contains(module(c)));
    }

    private static DescribedPredicate<JavaClass> notIn(String packageName) {
        return DescribedPredicate.describe(
                "not in " + packageName, c -> !c.getPackageName().equals(packageName));
    }

    private static ArchCondition<JavaClass> getTimeChanceAndThreadsFromOutside() {
        return new ArchCondition<>("get time, chance and threads from outside") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                for (JavaAccess<?> access : item.getAccessesFromSelf()) {
                    if (access instanceof JavaCall<?> call && reachesOut(call.getTarget())) {
                        events.add(SimpleConditionEvent.violated(item, call.getDescription()));
                    }
                }
            }
        };
    }

    private static boolean reachesOut(CodeUnitCallTarget target) {
        JavaClass owner = target.getOwner();
        String name = target.getName();
        if (owner.isAssignableTo(Thread.class)) {
            return name.equals("<init>") || name.equals("start") || name.equals("sleep");
        }
        return owner.isEquivalentTo(System.class) && (name.equals("nanoTime") || name.equals("currentTimeMillis"))
                || owner.isEquivalentTo(Instant.class) && name.equals("now")
                || owner.isEquivalentTo(Clock.class) && name.startsWith("system")
                || owner.isEquivalentTo(UUID.class) && name.equals("randomUUID")
                || owner.isEquivalentTo(Math.class) && name.equals("random")
                || owner.isEquivalentTo(ThreadLocalRandom.class)
                || owner.isEquivalentTo(Random.class)
                        && name.equals("<init>")
                        && target.getRawParameterTypes().isEmpty();
    }
}
